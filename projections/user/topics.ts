import { maySeeCampus } from '#domain/campus/access.ts';
import { userAccess } from '#domain/user/access.ts';
import {
  behind,
  defineTopics,
  documentOf,
  forbidUnless,
  forThose,
  someOf,
  type TopicRefusal,
} from '../kernel/topic.ts';
import { accounts, type Home, homes, introductions } from './collections.ts';
import { userTopicNames } from './topicNames.ts';

/**
 * Why a topic about a person may not be joined, by their home. Somebody who is hidden is unknown to everybody, as somebody
 * who is erased.
 */
export function refusalOfHome(home: Home | null | undefined, maySee: (home: Home) => boolean): TopicRefusal | null {
  if (home === undefined || home === null || home.hidden) return 'PERSON_UNKNOWN';
  return forbidUnless(maySee(home));
}

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
