import type { Aggregate } from '../kernel/aggregate.ts';
import { userCommands } from './commands.ts';
import { userDecider } from './decider.ts';
import { userEvents } from './events.ts';
import { ownsValue } from './state.ts';
import { userTexts } from './texts.ts';

/** Everything about accounts: signing up, confirming, joining a campus, the profile, erasure. */
export const userAggregate: Aggregate = {
  category: 'user',
  events: userEvents,
  commands: userCommands,
  decider: userDecider,
  owns: ownsValue,
  texts: userTexts,
};
