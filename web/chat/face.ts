/** Exports of conversations for other nouns. */
export { useMessage } from './start/useMessage.ts';
export { useUnreadChats } from './useUnreadChats.ts';
