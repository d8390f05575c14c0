import { defineNoun } from '../kernel/noun.ts';
import { reactionAccess } from './access.ts';
import { reactionCommands } from './commands.ts';
import { reactionDecider } from './decider.ts';
import { reactionEvents } from './events.ts';

/** Reactions: that a user likes a comment. Their refusals are those of posts and of the campus. */
export const reactionNoun = defineNoun({
  name: 'reaction',
  events: reactionEvents,
  commands: reactionCommands,
  decider: reactionDecider,
  rejections: {},
  access: reactionAccess,
});
