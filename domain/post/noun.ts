import { defineNoun } from '../kernel/noun.ts';
import { postAccess } from './access.ts';
import { postCommands } from './commands.ts';
import { postDecider } from './decider.ts';
import { postEvents } from './events.ts';
import { postRejections } from './rejections.ts';

/** Posts, comments and the banners of new members. */
export const postNoun = defineNoun({
  name: 'post',
  events: postEvents,
  commands: postCommands,
  decider: postDecider,
  rejections: postRejections,
  access: postAccess,
});
