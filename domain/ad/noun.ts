import { defineNoun } from '../kernel/noun.ts';
import { adAccess } from './access.ts';
import { adCommands } from './commands.ts';
import { adDecider } from './decider.ts';
import { adEvents } from './events.ts';
import { adRejections } from './rejections.ts';

/** Ads: a post that its owner pays for to be shown to more people. */
export const adNoun = defineNoun({
  name: 'ad',
  events: adEvents,
  commands: adCommands,
  decider: adDecider,
  rejections: adRejections,
  access: adAccess,
});
