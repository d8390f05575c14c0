import { forbidUnless, type TopicRefusal } from '../kernel/topic.ts';
import type { Home } from './collections.ts';

/**
 * Why a topic about a person may not be joined, by their home. Somebody who is hidden is unknown to everybody, as somebody
 * who is erased.
 */
export function refusalOfHome(home: Home | null | undefined, maySee: (home: Home) => boolean): TopicRefusal | null {
  if (home === undefined || home === null || home.hidden) return 'PERSON_UNKNOWN';
  return forbidUnless(maySee(home));
}
