import { saveAccess } from '#domain/save/access.ts';
import { SAVED_PAGE_POSTS } from '#domain/save/limits.ts';
import { defineTopics, forThose, windowOf } from '../kernel/topic.ts';
import { listKey, saves } from './collections.ts';
import { saveTopicNames } from './topicNames.ts';

/** The saved list of a user, newest save first (SAVE-08). */
export const saveTopics = defineTopics(saveTopicNames, {
  saved: (campus, user) => ({
    ...windowOf(saves, 'list', [listKey(campus, user)], SAVED_PAGE_POSTS),
    ...forThose((viewer) => saveAccess.maySee(viewer, { campus, user })),
  }),
});
