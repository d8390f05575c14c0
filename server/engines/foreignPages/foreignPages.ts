import { createKeyedLock } from '../../concurrency/keyedLock.ts';
import { within } from '../../concurrency/within.ts';
import { createFairQueue, QueueFull } from '../../fairness/fairQueue.ts';
import type { Rate } from '../../fairness/rate.ts';
import { createRateLimiter } from '../../fairness/rateLimiter.ts';
import { RecentMap } from '../../kernel/recentMap.ts';
import type { Logger } from '../../observability/logging.ts';
import { type ForeignPage, type ForeignPages, PageAway } from '../../ports/foreignPages.ts';
import { pictureType } from '../media/pictureType.ts';
import { type FetchBy, type Fetched, type FetchLimits, fetchPublic } from './fetchPublic.ts';
import { FetchRefused } from './fetchRefused.ts';
import { readPage } from './readPage.ts';

/** Fetches under way at a time. */
export const FETCHES_AT_ONCE = 4;
/** Of these for one user: who links to slow pages leaves a place to others. */
export const FETCHES_AT_ONCE_PER_USER = 3;
/** Fetches of all users that may wait. */
const FETCHES_WAITING = 1_000;
/** Fetches of one user that may wait. */
const FETCHES_WAITING_PER_USER = 100;
/** Milliseconds that a fetch usually takes. */
const FETCH_TYPICAL_MS = 500;
/** Fetches for one user: so many at once, then one a minute. What was read lately costs nothing. */
export const FETCHES_PER_USER: Rate = { perMinute: 1, burst: 10 };
/** Milliseconds for which it is kept what a page says. */
export const PAGE_KEPT_MS = 60 * 60_000;
/** Milliseconds for which it is kept that a page can't be shown. */
export const REFUSAL_KEPT_MS = 10 * 60_000;
/** Milliseconds for which a page that did not answer is not asked again. */
export const AWAY_KEPT_MS = 20_000;
/** Bytes of what is kept, pictures above all; at most twice as many. */
const KEPT_BYTES = 8_000_000;
/** Bytes that a kept page counts at least. */
const KEPT_PAGE_BYTES = 8_000;

/** A title stands in the head: what comes after so much is not read. */
const PAGE: FetchLimits = {
  timeoutMs: 8_000,
  maxBytes: 512 * 1_024,
  whenLonger: 'cut',
  types: ['text/html', 'application/xhtml+xml'],
};
const PICTURE: FetchLimits = {
  timeoutMs: 8_000,
  maxBytes: 3 * 1_024 * 1_024,
  whenLonger: 'refuse',
  // Many hosts name a wrong type, or none.
  takes: (start) => pictureType(start) !== null,
};

type Kept = { readonly until: number } & ({ readonly page: ForeignPage | null } | { readonly away: string });

/** Ports of the pages. */
export interface ForeignPagesPorts extends FetchBy {
  readonly clock: () => Date;
  readonly logger: Pick<Logger, 'info'>;
}

/**
 * Foreign pages over the network. A page is fetched once for everybody who links to it within an hour; from one host one
 * thing at a time, and few things in all, so that nobody can use us to load a site with requests.
 */
export function createForeignPages(ports: ForeignPagesPorts): ForeignPages & { close(): Promise<void> } {
  return new FetchedPages(ports);
}

class FetchedPages implements ForeignPages {
  readonly #ports: ForeignPagesPorts;
  readonly #kept = new RecentMap<string, Kept>(
    KEPT_BYTES,
    (_address, kept) => KEPT_PAGE_BYTES + (('page' in kept && kept.page?.picture?.byteLength) || 0),
  );
  readonly #underWay = new Map<string, Promise<ForeignPage | null>>();
  readonly #turns = createFairQueue(['fetches'], {
    parallel: FETCHES_AT_ONCE,
    parallelPerKey: FETCHES_AT_ONCE_PER_USER,
    waitingPerKey: FETCHES_WAITING_PER_USER,
    waitingPerLane: FETCHES_WAITING,
    taskMs: FETCH_TYPICAL_MS,
  });
  readonly #hosts = createKeyedLock();
  readonly #perUser;
  readonly #closing = new AbortController();

  constructor(ports: ForeignPagesPorts) {
    this.#ports = ports;
    this.#perUser = createRateLimiter(FETCHES_PER_USER, { clock: ports.clock, name: 'previews-user', share: null });
  }

  async read(address: string, userId: string, signal: AbortSignal): Promise<ForeignPage | null> {
    const url = URL.parse(address);
    if (url === null) return null;
    url.hash = '';
    const { href } = url;
    const known = this.#kept.get(href);
    if (known !== undefined && this.#now() < known.until) {
      if ('away' in known) throw new PageAway(known.away);
      return known.page;
    }
    const present = this.#underWay.get(href);
    if (present !== undefined) return within(present, signal);
    if (this.#perUser.take(userId) > 0) {
      this.#ports.logger.info({ userId }, 'A user has spent the share of link previews.');
      return null;
    }
    const fetching = this.#fetch(href, userId).finally(() => this.#underWay.delete(href));
    this.#underWay.set(href, fetching);
    return within(fetching, signal);
  }

  /** Gives up what is under way. */
  async close(): Promise<void> {
    this.#closing.abort();
  }

  #now(): number {
    return this.#ports.clock().getTime();
  }

  async #fetch(href: string, userId: string): Promise<ForeignPage | null> {
    try {
      const facts = readPage(await this.#get(href, userId, PAGE));
      const page = facts && { ...facts, picture: await this.#picture(facts.picture, userId) };
      this.#kept.set(href, { page, until: this.#now() + (page === null ? REFUSAL_KEPT_MS : PAGE_KEPT_MS) });
      return page;
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error;
      if (!error.mayPass) {
        this.#kept.set(href, { page: null, until: this.#now() + REFUSAL_KEPT_MS });
        return null;
      }
      this.#kept.set(href, { away: error.message, until: this.#now() + AWAY_KEPT_MS });
      throw new PageAway(error.message, { cause: error });
    }
  }

  /** A page without its picture is shown all the same. */
  async #picture(address: string | null, userId: string): Promise<Uint8Array | null> {
    if (address === null) return null;
    try {
      return (await this.#get(address, userId, PICTURE)).bytes;
    } catch (error) {
      if (error instanceof FetchRefused) return null;
      throw error;
    }
  }

  /** In turn: a host's own first, so that those who wait for a slow host take no place from others; then the user's. */
  async #get(href: string, userId: string, limits: FetchLimits): Promise<Fetched> {
    const { signal } = this.#closing;
    const get = () => fetchPublic(href, { ...limits, signal }, this.#ports);
    try {
      return await this.#hosts.run(URL.parse(href)?.host ?? '', () => this.#turns.run('fetches', userId, get));
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw new FetchRefused('Too many fetches wait.', { cause: error, mayPass: true });
    }
  }
}
