import { adNoun } from './ad/noun.ts';
import { analyticsNoun } from './analytics/noun.ts';
import { banNoun } from './ban/noun.ts';
import { campusNoun } from './campus/noun.ts';
import { chatNoun } from './chat/noun.ts';
import { deletionNoun } from './deletion/noun.ts';
import { feedbackNoun } from './feedback/noun.ts';
import { impressionNoun } from './impression/noun.ts';
import { messageNoun } from './message/noun.ts';
import { notificationNoun } from './notification/noun.ts';
import { passkeyNoun } from './passkey/noun.ts';
import { postNoun } from './post/noun.ts';
import { previewNoun } from './preview/noun.ts';
import { reactionNoun } from './reaction/noun.ts';
import { reportNoun } from './report/noun.ts';
import { saveNoun } from './save/noun.ts';
import { searchNoun } from './search/noun.ts';
import { settingsNoun } from './settings/noun.ts';
import { userNoun } from './user/noun.ts';

/** Every noun of the product, one a line. `registry.ts` derives the rest from this list. */
export const nouns = [
  userNoun,
  campusNoun,
  postNoun,
  saveNoun,
  adNoun,
  impressionNoun,
  reactionNoun,
  notificationNoun,
  previewNoun,
  chatNoun,
  messageNoun,
  settingsNoun,
  banNoun,
  reportNoun,
  feedbackNoun,
  deletionNoun,
  passkeyNoun,
  analyticsNoun,
  searchNoun,
] as const;
