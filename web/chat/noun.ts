import { defineWebNoun } from '../noun.ts';
import { startingParts } from './start/parts.ts';

/** Conversations. */
export const chat = defineWebNoun({
  name: 'chat',
  ...startingParts,
  outbox: { StartChat: { name: 'A new conversation' } },
});
