import { adProjection } from './ad/noun.ts';
import { analyticsProjection } from './analytics/noun.ts';
import { banProjection } from './ban/noun.ts';
import { campusProjection } from './campus/noun.ts';
import { chatProjection } from './chat/noun.ts';
import { deletionProjection } from './deletion/noun.ts';
import { feedbackProjection } from './feedback/noun.ts';
import { impressionProjection } from './impression/noun.ts';
import { messageProjection } from './message/noun.ts';
import { notificationProjection } from './notification/noun.ts';
import { passkeyProjection } from './passkey/noun.ts';
import { postProjection } from './post/noun.ts';
import { previewProjection } from './preview/noun.ts';
import { reactionProjection } from './reaction/noun.ts';
import { reportProjection } from './report/noun.ts';
import { saveProjection } from './save/noun.ts';
import { searchProjection } from './search/noun.ts';
import { settingsProjection } from './settings/noun.ts';
import { userProjection } from './user/noun.ts';

/** The read models of every noun, one a line. `registry.ts` derives the rest from this list. */
export const nouns = [
  userProjection,
  campusProjection,
  postProjection,
  saveProjection,
  adProjection,
  impressionProjection,
  reactionProjection,
  notificationProjection,
  previewProjection,
  chatProjection,
  messageProjection,
  settingsProjection,
  banProjection,
  reportProjection,
  feedbackProjection,
  deletionProjection,
  passkeyProjection,
  analyticsProjection,
  searchProjection,
] as const;
