/** Exports of conversations for other nouns. */
export { useUnreadChats } from './useUnreadChats.ts';
