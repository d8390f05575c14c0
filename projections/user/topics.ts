import { maySeeCampus } from '#domain/campus/access.ts';
import { userAccess } from '#domain/user/access.ts';
import { behind, defineTopics, documentOf, forbidUnless, forThose, someOf } from '../kernel/topic.ts';
import { accounts, introductions, people } from './collections.ts';
import { userTopicNames } from './topicNames.ts';

/** Profiles for those who may see them, and each account for its owner (PROF-01, DATA-12). */
export const userTopics = defineTopics(userTopicNames, {
  me: (userId) => ({
    ...documentOf(accounts, 'byId', userId),
    ...forThose((viewer) => userAccess.maySeeAccount(viewer, userId)),
  }),
  person: (userId) => ({
    ...documentOf(introductions, 'byId', userId),
    ...behind(people, userId, (viewer, user) => {
      if (user === undefined || user === null || user.erased) return 'PERSON_UNKNOWN';
      return forbidUnless(userAccess.maySee(viewer, user));
    }),
  }),
  somePeople(campus, userIds) {
    const contents = someOf(people, userIds, (person) => person.campus === campus && !person.erased);
    return contents && { ...contents, ...forThose((viewer) => maySeeCampus(viewer, campus)) };
  },
});
