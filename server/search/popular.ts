import { reveal } from '#domain/kernel/personal.ts';
import { searchFact } from '#domain/search/state.ts';
import { shareMailbox } from '#domain/user/face.ts';
import { userFact } from '#domain/user/state.ts';
import { searchers } from '#projections/search/collections.ts';
import { endsWith } from '../reactors/dependents.ts';
import { endDependents } from '../reactors/endDependents.ts';
import { createAnswer, type Reactor } from '../reactors/reactor.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';

/** Milliseconds for which the reactor waits until the read models have folded an erasure, and all searches before it. */
const FOLD_TIMEOUT_MS = 30_000;

/** Counted searches end with their person: also where an operator erases somebody without a deletion before. */
const countedSearches = endsWith('user', searchers, 'ofUser', ({ term, campus }, userId) => ({
  type: 'ForgetSearcher',
  data: { term, campus, userId },
}));

/**
 * Notes each user who has searched for a text, until so many have that the campus may see it (SRCH-18). The text of an
 * erased person is not read any more, so it counts for nothing, and what the person has counted for is counted anew: also
 * a search that was decided before the erasure, and landed after it.
 */
export function createPopularReactor(
  parts: Pick<ReactorParts, 'dispatcher' | 'readStore' | 'projector' | 'pause' | 'logger'>,
): Reactor {
  const { dispatcher } = parts;
  const answer = createAnswer('popular', dispatcher, parts.logger);

  /** Whether somebody with the same mailbox was noted before: with tags one person makes any number of accounts. */
  async function isNoted(term: string, userId: string): Promise<boolean> {
    const user = await dispatcher.stateOf(userFact(userId));
    const { sharedBy } = await dispatcher.stateOf(searchFact(term));
    const before = await Promise.all(sharedBy.map((each) => dispatcher.stateOf(userFact(each))));
    return before.some((each) => shareMailbox(each, user));
  }

  return {
    name: 'popular',
    on: {
      async SubjectErased(event) {
        await parts.projector.waitFor(event.position, FOLD_TIMEOUT_MS);
        await endDependents(event, countedSearches, event.data.userId, answer, parts);
      },
      async SearchPerformed(event) {
        const { term, campus, userId } = event.data;
        const text = reveal(event.data.text);
        if (text === null) await answer(event, 'forget', { type: 'ForgetSearcher', data: { term, campus, userId } });
        else if (!(await isNoted(term, userId)))
          await answer(event, 'share', { type: 'ShareSearchTerm', data: { term, campus, userId, text } });
      },
    },
  };
}
