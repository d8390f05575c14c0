import { defineNoun } from '../kernel/noun.ts';
import { notificationAccess } from './access.ts';
import { notificationCommands } from './commands.ts';
import { notificationDecider } from './decider.ts';
import { notificationEvents } from './events.ts';

/** Notifications: what people have read of them, and whom a thread concerns. Their refusals are those of posts. */
export const notificationNoun = defineNoun({
  name: 'notification',
  events: notificationEvents,
  commands: notificationCommands,
  decider: notificationDecider,
  rejections: {},
  access: notificationAccess,
});
