import { expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import type { AnyRecordedEvent } from '#domain/registry.ts';
import { searchDecider } from '#domain/search/decider.ts';
import { initialSearch, type SearchState } from '#domain/search/state.ts';
import { absent } from '#projections/kernel/absent.ts';
import { type Searcher, searcherKey } from '#projections/search/collections.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { handOver } from '#server/reactors/reactor.ts';
import { createPopularReactor } from '#server/search/popular.ts';
import { system } from '../../domain/given.ts';
import { hashOf } from '../../domain/hashOf.ts';
import { confirmed, id, joined, registered, userAfter } from '../../domain/samples.ts';

const term = hashOf('search:ou:maya stole my bike');
const text = 'Maya stole my bike';

interface Account {
  readonly email: string;
  readonly schoolEmail?: string;
  /** Its act on the text; left out: it searches for it. */
  readonly act?: 'RecentSearchAdded';
  /** Its person is erased afterwards, or just before: then the search was under way. */
  readonly erased?: 'after' | 'before';
}

/** Lets each account search for one text, and is erased if it says so; answers what has become of the text. */
async function searchedBy(...accounts: readonly Account[]): Promise<SearchState> {
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
  // The read models are behind: they have what was searched for once somebody has waited for them.
  let folded: readonly Searcher[] = [];
  const projector = {
    waitFor: async () => {
      folded = [...found];
    },
  };
  const readStore = {
    query: async (_collection: string, _query: string, [user]: readonly string[]) =>
      folded.flatMap((doc) => (doc.user === user ? [{ key: doc.id, doc }] : [])),
  };
  const engines = { readStore, projector, pause: async () => undefined };
  const reactor = createPopularReactor({ dispatcher, logger: silentLogger, ...engines } as never);
  const meta = { at: '', campus: 'ou' };
  const hand = (event: object) => handOver(reactor, { ...event, meta, position: '1' } as unknown as AnyRecordedEvent);
  const erase = (user: string, email: string) => {
    const erased = { type: 'SubjectErased', data: { userId: user, campus: 'ou' } } as const;
    users.set(user, userAfter(registered(user, email), erased));
    return hand({ ...erased, id: id(`${email} erased`) });
  };
  for (const { email, act: type = 'SearchPerformed', erased } of accounts) {
    const user = id(email);
    if (erased === 'before') await erase(user, email);
    found.push({ id: searcherKey(term, user), user, term, campus: 'ou', views: 1, order: email });
    const words = erased === 'before' ? absent() : personal(text);
    const data = { searchId: id(`${email} search`), userId: user, campus: 'ou', term, text: words };
    await hand({ type, id: id(email), data });
    if (erased === 'after') await erase(user, email);
  }
  return search;
}

const isPublishedBy = async (...accounts: readonly Account[]) => (await searchedBy(...accounts)).shownOn === 'ou';

it('[SRCH-18 in part] a text is popular when three people have searched for it', async () => {
  expect(await isPublishedBy({ email: 'ada@ou.edu' }, { email: 'bob@ou.edu' })).toBe(false);
  const searching = [{ email: 'ada@ou.edu' }, { email: 'bob@ou.edu' }];
  expect(await isPublishedBy(...searching, { email: 'cy@ou.edu' })).toBe(true);
  // Who keeps it in the own list has not searched for it.
  expect(await isPublishedBy(...searching, { email: 'cy@ou.edu', act: 'RecentSearchAdded' })).toBe(false);
});

it('[P10] [SRCH-18 in part] an erased person is none of the three', async () => {
  const left = [{ email: 'ada@ou.edu', erased: 'after' }, { email: 'bob@ou.edu' }, { email: 'cy@ou.edu' }] as const;
  expect(await isPublishedBy(...left)).toBe(false);
  expect(await isPublishedBy(...left, { email: 'dee@ou.edu' })).toBe(true);
});

it('[P10] a search that lands just after the erasure of its person counts no more either', async () => {
  const { forgotten, sharedBy } = await searchedBy({ email: 'ada@ou.edu', erased: 'before' }, { email: 'bob@ou.edu' });
  expect({ forgotten, sharedBy }).toEqual({ forgotten: [id('ada@ou.edu')], sharedBy: [id('bob@ou.edu')] });
});

it('one person with several accounts of one mailbox makes no text popular', async () => {
  const tagged = ['ada@ou.edu', 'ada+1@ou.edu', 'ada+2@ou.edu', 'ada+3@ou.edu'].map((email) => ({ email }));
  expect(await isPublishedBy(...tagged)).toBe(false);
  const bySchool = ['a.b@mail.example', 'c@mail.example', 'd@mail.example'];
  expect(await isPublishedBy(...bySchool.map((email, place) => ({ email, schoolEmail: `ada+${place}@ou.edu` })))).toBe(
    false,
  );
});
