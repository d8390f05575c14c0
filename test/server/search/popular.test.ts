import { expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import type { AnyRecordedEvent } from '#domain/registry.ts';
import { searchDecider } from '#domain/search/decider.ts';
import { initialSearch, type SearchState } from '#domain/search/state.ts';
import { type Searcher, searcherKey } from '#projections/search/collections.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { createPopularReactor } from '#server/search/popular.ts';
import { as, system } from '../../domain/given.ts';
import { hashOf } from '../../domain/hashOf.ts';
import { confirmed, id, joined, registered, userAfter } from '../../domain/samples.ts';

const term = hashOf('search:ou:maya stole my bike');
const text = 'Maya stole my bike';

interface Account {
  readonly email: string;
  readonly schoolEmail?: string;
  /** Its act on the text; left out: it searches for it. */
  readonly act?: 'RecentSearchAdded';
  /** Its person is erased afterwards. */
  readonly isErased?: true;
}

/** Lets each account search for one text, and is erased if it says so; answers whether the campus sees it in the end. */
async function isPublishedBy(...accounts: readonly Account[]) {
  const users = new Map(
    accounts.map(({ email, schoolEmail = email }) => [
      id(email),
      userAfter(registered(id(email), email), confirmed(id(email)), joined(id(email), 'ou', schoolEmail)),
    ]),
  );
  let search: SearchState = initialSearch;
  const dispatcher = {
    stateOf: async ({ category, id: streamId }: { category: string; id: string }) =>
      category === 'search' ? search : users.get(streamId),
    async dispatch(command: { readonly data: { readonly userId: string } }) {
      const facts = { user: users.get(command.data.userId) };
      const context = { actor: system, now: '', hash: hashOf, facts };
      const decision = searchDecider.decide(search, command as never, context as never);
      if (decision.ok) for (const event of decision.events) search = searchDecider.evolve(search, event, '');
      return { ok: true };
    },
  };
  const found: Searcher[] = [];
  const readStore = {
    query: async (_collection: string, _query: string, [user]: readonly string[]) =>
      found.flatMap((doc) => (doc.user === user ? [{ key: doc.id, doc }] : [])),
  };
  const engines = { readStore, projector: { waitFor: async () => undefined }, pause: async () => undefined };
  const reactor = createPopularReactor({ dispatcher, logger: silentLogger, ...engines } as never);
  for (const { email, act: type = 'SearchPerformed', isErased } of accounts) {
    const user = id(email);
    found.push({ id: searcherKey(term, user), user, term, campus: 'ou', views: 1, order: email });
    const data = { searchId: id(`${email} search`), userId: id(email), campus: 'ou', term, text: personal(text) };
    const meta = { at: '', campus: 'ou', actor: as(id(email)) };
    await reactor.handle({ type, id: id(email), data, meta } as unknown as AnyRecordedEvent);
    if (isErased !== true) continue;
    const erased = { type: 'SubjectErased', data: { userId: user, campus: 'ou' } } as const;
    users.set(user, userAfter(registered(user, email), erased));
    await reactor.handle({ ...erased, id: id(`${email} erased`), meta, position: '1' } as unknown as AnyRecordedEvent);
  }
  return search.shownOn === 'ou';
}

it('[SRCH-18 in part] a text is popular when three people have searched for it', async () => {
  expect(await isPublishedBy({ email: 'ada@ou.edu' }, { email: 'bob@ou.edu' })).toBe(false);
  const searching = [{ email: 'ada@ou.edu' }, { email: 'bob@ou.edu' }];
  expect(await isPublishedBy(...searching, { email: 'cy@ou.edu' })).toBe(true);
  // Who keeps it in the own list has not searched for it.
  expect(await isPublishedBy(...searching, { email: 'cy@ou.edu', act: 'RecentSearchAdded' })).toBe(false);
});

it('[P10] [SRCH-18 in part] an erased person is none of the three', async () => {
  const left = [{ email: 'ada@ou.edu', isErased: true }, { email: 'bob@ou.edu' }, { email: 'cy@ou.edu' }] as const;
  expect(await isPublishedBy(...left)).toBe(false);
  expect(await isPublishedBy(...left, { email: 'dee@ou.edu' })).toBe(true);
});

it('one person with several accounts of one mailbox makes no text popular', async () => {
  const tagged = ['ada@ou.edu', 'ada+1@ou.edu', 'ada+2@ou.edu', 'ada+3@ou.edu'].map((email) => ({ email }));
  expect(await isPublishedBy(...tagged)).toBe(false);
  const bySchool = ['a.b@mail.example', 'c@mail.example', 'd@mail.example'];
  expect(await isPublishedBy(...bySchool.map((email, place) => ({ email, schoolEmail: `ada+${place}@ou.edu` })))).toBe(
    false,
  );
});
