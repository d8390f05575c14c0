/** Exports of messages for other nouns. */

export { MessageComposer } from './MessageComposer.tsx';
export { MessageLog } from './MessageLog.tsx';
export { POST_DELETED_TEXT, sharedTopics } from './sharedTopics.ts';
export { listDate } from './times.ts';
export { isWatched, useWatched } from './useSeen.ts';
export { useSharedPost } from './useSharedPost.ts';
export { MESSAGE_QUERY } from './useSoughtMessage.ts';
export { useWrites } from './useWrites.ts';
export { toWriteState } from './writing.ts';
