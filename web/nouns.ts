import { ad } from './ad/noun.ts';
import { campus } from './campus/noun.ts';
import { chat } from './chat/noun.ts';
import { deletion } from './deletion/noun.ts';
import { feedback } from './feedback/noun.ts';
import { impression } from './impression/noun.ts';
import { message } from './message/noun.ts';
import { notification } from './notification/noun.ts';
import type { WebNoun } from './noun.ts';
import { passkey } from './passkey/noun.ts';
import { policy } from './policy/noun.ts';
import { post } from './post/noun.ts';
import { preview } from './preview/noun.ts';
import { reaction } from './reaction/noun.ts';
import { report } from './report/noun.ts';
import { save } from './save/noun.ts';
import { search } from './search/noun.ts';
import { settings } from './settings/noun.ts';
import { user } from './user/noun.ts';

/** Every noun of the site. Where several fill one slot, they are drawn in this order. */
export const nouns: readonly WebNoun[] = [
  post,
  save,
  ad,
  impression,
  reaction,
  chat,
  message,
  preview,
  user,
  notification,
  search,
  settings,
  campus,
  policy,
  report,
  feedback,
  deletion,
  passkey,
];
