import type { Aggregate } from '../kernel/aggregate.ts';
import { postCommands } from './commands.ts';
import { postDecider } from './decider.ts';
import { postEvents } from './events.ts';
import { postTexts } from './texts.ts';

/** Everything about posts, comments and the banners of new members. */
export const postAggregate: Aggregate = {
  category: 'post',
  events: postEvents,
  commands: postCommands,
  decider: postDecider,
  owns: () => false,
  texts: postTexts,
};
