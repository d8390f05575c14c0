import { maySeeCampus } from '#domain/campus/access.ts';
import { userAccess } from '#domain/user/access.ts';
import { behind, defineTopics, documentOf, forThose, someOf } from '../kernel/topic.ts';
import { accounts, homes, introductions } from './collections.ts';
import { refusalOfHome } from './face.ts';
import { userTopicNames } from './topicNames.ts';

/** Profiles for those who may see them, and each account for its owner (PROF-01, DATA-12). */
export const userTopics = defineTopics(userTopicNames, {
  me: (userId) => ({
    ...documentOf(accounts, 'byId', userId),
    ...forThose((viewer) => userAccess.maySeeAccount(viewer, userId)),
  }),
  person: (userId) => ({
    ...documentOf(introductions, 'byId', userId),
    ...behind(homes, userId, (reader, home) => refusalOfHome(home, (standing) => userAccess.maySee(reader, standing))),
  }),
  somePeople(campus, userIds) {
    const contents = someOf(homes, userIds, (home) => home.campus === campus && !home.hidden);
    return contents && { ...contents, ...forThose((viewer) => maySeeCampus(viewer, campus)) };
  },
});
