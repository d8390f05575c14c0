/** Exports of notifications for other nouns. */
export { useReadTalk } from './useReadTalk.ts';
