import { Router } from 'express';
import * as z from 'zod/mini';
import { CAMPUS_ID_MAX_CHARACTERS } from '#domain/campus/limits.ts';
import { findCampus } from '#domain/campus/registry.ts';
import { SEARCH_MAX_CHARACTERS, SEARCH_MAX_PAGES } from '#domain/kernel/limits.ts';
import { searches, searchViews } from '#projections/registry.ts';
import { type Freshness, pageSchema } from '#projections/sync/protocol.ts';
import { createAddressThrottle } from '../fairness/addressThrottle.ts';
import { createFairQueue } from '../fairness/fairQueue.ts';
import type { Rate } from '../fairness/rate.ts';
import { createRateLimiter } from '../fairness/rateLimiter.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import type { Search, SearchAnswer } from '../searchIndex/searcher.ts';
import { HttpRefused, refuseWith } from './errors.ts';
import { type Authenticate, addressOf, campusOf } from './requestContext.ts';

/** Searches of one user: schools are searched at every key, and nobody types faster. */
export const SEARCHES_PER_USER: Rate = { perMinute: 120, burst: 60 };
/** Searches of one network address: a whole dormitory may share one. */
export const SEARCHES_PER_ADDRESS: Rate = { perMinute: 1_200, burst: 600 };
/** Searches of one user when those of the address are used up. */
export const SEARCHES_OWN_SHARE: Rate = { perMinute: 30, burst: 30 };

/** Searches that run at a time: enough to keep an engine of one thread busy, and few for a newcomer to wait for. */
const SEARCHES_PARALLEL = 4;
/** Searches of one user, or of the visitors of one address, that may wait. */
export const SEARCHES_WAITING = 20;
/** Searches of all users that may wait, and of all visitors. */
const SEARCHES_WAITING_PER_LANE = 1_000;
/** Milliseconds that a search usually takes, for the estimate of a wait. */
const SEARCH_TYPICAL_MS = 10;

/** Filters that a reader may ask for, by name: the values that an index offers, of all indexes. */
const filterSchemas = Object.fromEntries(
  searches.flatMap(({ choices }) =>
    Object.entries(choices).map(([name, values]) => [
      name,
      z.optional(z.string().check(z.refine((value) => values.includes(value)))),
    ]),
  ),
);
/** Parameters of the address that are no filters. */
const PARAMETERS = new Set(['q', 'show', 'campus', 'page', 'notBefore', 'era']);

const parametersSchema = z.strictObject({
  ...filterSchemas,
  /** The words. Blank ones are ignored by the page (SRCH-05), and refused here, unless filters say what is sought. */
  q: z._default(z.string().check(z.maxLength(SEARCH_MAX_CHARACTERS)), ''),
  show: z.string().check(z.refine((name) => Object.hasOwn(searchViews, name))),
  /** Left out: the campus of the site. */
  campus: z.optional(
    z.string().check(
      z.maxLength(CAMPUS_ID_MAX_CHARACTERS),
      z.refine((id) => findCampus(id) !== undefined),
    ),
  ),
  page: z._default(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/)), z.transform(Number)).check(z.maximum(SEARCH_MAX_PAGES)),
    1,
  ),
  /** Position and era of the client's last acknowledgement: what it has deleted since is not shown to it again. */
  notBefore: z.optional(pageSchema.shape.notBefore),
  era: pageSchema.shape.era,
});

/** A search asks for words, or for what filters say. */
const questionSchema = parametersSchema.check(
  z.refine((asked) => asked.q.trim() !== '' || Object.keys(asked).some((name) => Object.hasOwn(filterSchemas, name)), {
    path: ['q'],
  }),
);

/**
 * A search as it is asked over HTTP, by its parameters.
 *
 * @param signal aborted when nobody waits for it any more: a search that has not begun by then never does
 * @throws HttpRefused @throws QueueFull @throws DOMException it was given up
 */
export type AskSearch = (
  parameters: unknown,
  asker: { readonly userId: string | null; readonly address: string; readonly campus: string },
  signal?: AbortSignal,
) => Promise<SearchAnswer>;

/** Makes `AskSearch`: the limits and turns of all who search. */
export function createAskSearch(options: {
  readonly search: Search;
  /** Waits until the read models are that fresh; `false` when it takes too long. */
  readonly waitUntil: (freshness: Freshness) => Promise<boolean>;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
}): AskSearch {
  const { clock, rateShare: share } = options;
  const perUser = createRateLimiter(SEARCHES_PER_USER, { clock, name: 'searches-user', share });
  const byAddress = createAddressThrottle(
    { perAddress: SEARCHES_PER_ADDRESS, ownShare: SEARCHES_OWN_SHARE },
    { clock, name: 'searches', share },
  );
  // A misspelled question may take a hundred times as long as a usual one, and an engine answers in the order of asking.
  const queue = createFairQueue(['user', 'visitor'], {
    parallel: SEARCHES_PARALLEL,
    parallelPerKey: 1,
    waitingPerKey: SEARCHES_WAITING,
    waitingPerLane: SEARCHES_WAITING_PER_LANE,
    taskMs: SEARCH_TYPICAL_MS,
  });
  return async (parameters, { userId, address, campus: here }, signal) => {
    const question = questionSchema.safeParse(parameters);
    if (!question.success) {
      const [field = 'query'] = question.error.issues[0]?.path ?? [];
      throw refuseWith('REQUEST_INVALID', { field: String(field), problem: 'Invalid' });
    }
    const own = userId === null ? 0 : perUser.take(userId);
    const seconds = own > 0 ? own : byAddress.take(address, () => userId);
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const { q: text, show, campus = here, page, notBefore, era } = question.data;
    const view = searchViews[show];
    if (view === undefined) throw refuseWith('REQUEST_INVALID', { field: 'show', problem: 'Invalid' });
    const asked = Object.fromEntries(
      Object.entries(question.data).flatMap(([name, value]) => (PARAMETERS.has(name) ? [] : [[name, String(value)]])),
    );
    const foreign = Object.keys(asked).find((name) => !Object.hasOwn(view.search.choices, name));
    if (foreign !== undefined) throw refuseWith('REQUEST_INVALID', { field: foreign, problem: 'Invalid' });
    const isFresh = notBefore === undefined || (await options.waitUntil({ notBefore, era }));
    if (!isFresh) throw refuseWith('UNAVAILABLE');
    const [lane, key] = userId === null ? (['visitor', address] as const) : (['user', userId] as const);
    const answer = await queue.run(lane, key, async () => {
      signal?.throwIfAborted();
      return options.search({ view, text, campus, page, asked }, userId);
    });
    if (!('ok' in answer)) throw new HttpRefused([answer]);
    return answer;
  };
}

/**
 * `GET /api/search?q=&show=latest|media|people|schools&campus=&page=&notBefore=&era=`: one page of hits with their documents (SRCH-07 to
 * SRCH-10, SRCH-20). What may be shown is what the nouns declare as views of their indexes.
 */
export function searchRoutes(options: { readonly authenticate: Authenticate; readonly askSearch: AskSearch }): Router {
  const router = Router();
  router.get('/api/search', async (request, response) => {
    const signedIn = await options.authenticate(request, response);
    const userId = signedIn?.userId ?? null;
    const asker = { userId, address: addressOf(request), campus: campusOf(request).id };
    const answer = await options.askSearch(request.query, asker);
    response.set('Cache-Control', signedIn === null ? 'no-store' : 'no-store, no-transform').json(answer);
  });
  return router;
}
