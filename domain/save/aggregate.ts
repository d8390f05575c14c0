import type { Aggregate } from '../kernel/aggregate.ts';
import { saveCommands } from './commands.ts';
import { saveDecider } from './decider.ts';
import { saveEvents } from './events.ts';

/** Everything about saves. Their refusals are those of the gates and of posts. */
export const saveAggregate: Aggregate = {
  category: 'save',
  events: saveEvents,
  commands: saveCommands,
  decider: saveDecider,
  owns: () => false,
  texts: {},
};
