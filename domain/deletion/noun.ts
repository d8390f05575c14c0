import { defineNoun } from '../kernel/noun.ts';
import { deletionAccess } from './access.ts';
import { deletionCommands } from './commands.ts';
import { deletionDecider, refuseLeaving } from './decider.ts';
import { deletionEvents } from './events.ts';
import { deletionRejections } from './rejections.ts';

/** The deletion of an account by its owner: requested, kept, or begun after a grace; `EraseUser` follows on it. */
export const deletionNoun = defineNoun({
  name: 'deletion',
  events: deletionEvents,
  commands: deletionCommands,
  decider: deletionDecider,
  rejections: deletionRejections,
  access: deletionAccess,
  bar: { refuse: refuseLeaving, claims: {}, spares: { signIn: true, commands: ['CancelDeletion', 'RequestDeletion'] } },
});
