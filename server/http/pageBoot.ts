import type { Request, Response } from 'express';
import type { Campus } from '#domain/campus/campus.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { createCircuitBreaker } from '../concurrency/circuitBreaker.ts';
import { createAnswerTurns } from '../fairness/answerTurns.ts';
import { QueueFull } from '../fairness/fairQueue.ts';
import type { Logger } from '../observability/logging.ts';
import type { FirstPicture, FirstPictures } from './firstPictures.ts';
import type { Asker, FirstAnswers, FirstSearch, FirstView } from './firstView.ts';
import { type PageSearchAnswer, readPageSearch } from './pageSearch.ts';
import type { PageSummary, SummaryOf } from './pageSummary.ts';
import { type PlainView, type PlainViewOf, viewOfSummary } from './plainView.ts';
import { type Authenticate, addressOf } from './requestContext.ts';
import type { AskSearch } from './search.ts';
import type { ReadTopic } from './topics.ts';

/**
 * Milliseconds after an outage of the stores in which pages are sent without their first view, instead of waiting
 * for what is not there: a read store over the network says so only after seconds.
 */
const REST_AFTER_OUTAGE_MS = 5_000;

/** Data in the page: the answers to the client's first requests. */
export interface PageBoot {
  /** When it was read (milliseconds since 1970): a device's clock may be wrong. */
  readonly at: number;
  /** As `GET /api/session` would answer; why an earlier session has ended is only said there. */
  readonly session: {
    readonly user: { readonly id: string } | null;
    readonly campus: string;
    readonly mailbox: string | null;
    /** People can sign in with Google. */
    readonly google: boolean;
    readonly payments: boolean;
  };
  /**
   * The hub's answers to joining, by topic. A refused topic is left out: the client requests it and gets the refusal.
   */
  readonly topics: Readonly<Record<string, TopicAnswer>>;
  /** Answers to other requests that the client would begin with, by address with query. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The page's summary for other sites. */
  readonly summary: PageSummary | null;
  /** The first view without scripts; `null`: the viewer is signed in, or there is nothing to show. */
  readonly plain: PlainView | null;
  /** The pictures at its top. */
  readonly pictures: readonly FirstPicture[];
  /** The address is of something that does not exist, or no more. */
  readonly isMissing: boolean;
}

export interface PageBootParts {
  readonly authenticate: Authenticate;
  readonly readTopic: ReadTopic;
  readonly firstView: FirstView;
  readonly firstSearch: FirstSearch;
  /** Default: none. */
  readonly firstAnswers?: FirstAnswers;
  readonly askSearch: AskSearch;
  /** Default: none. */
  readonly plainView?: PlainViewOf;
  /** Default: none. */
  readonly firstPictures?: FirstPictures;
  readonly summarise: SummaryOf;
  /** Path of the development mailbox under a host, `null` when there is none. */
  readonly mailboxAt: (host: string | undefined) => string | null;
  /** People can sign in with Google. */
  readonly hasGoogle: boolean;
  /** Something can be paid for. */
  readonly hasPayments: boolean;
  readonly logger: Logger;
  /** Milliseconds since 1970; default: this machine's clock. */
  readonly now?: () => number;
  /** Milliseconds since some fixed moment; default: the process's own. */
  readonly uptime?: () => number;
}

/** The home page of somebody who has signed in by this very request, whose cookies are not theirs yet. */
export interface NextPage {
  readonly userId: string;
  readonly path: string;
  /** Nobody waits for it any more: it is not read if its turn comes only now. */
  readonly signal: AbortSignal;
}

/**
 * Describes a page for its viewer: that of the request, or the `next` one. `null`: not available now; the page is sent
 * without, and the client requests the data.
 */
export type ReadPageBoot = (
  request: Request,
  response: Response,
  campus: Campus,
  next?: NextPage,
) => Promise<PageBoot | null>;

const WITHOUT_NEXT = 'The home page could not be read for the answer to a log-in.';

const isSummary = (summary: PageSummary | 'missing' | null) => summary !== null && summary !== 'missing';
const onlyGood = (answer: Awaited<ReturnType<ReadTopic>>) => (answer.ok ? answer : null);

/** See `ReadPageBoot`. */
export function createPageBoot(parts: PageBootParts): ReadPageBoot {
  const breaker = createCircuitBreaker({
    isOutage: (error) => error instanceof Unavailable,
    restMs: REST_AFTER_OUTAGE_MS,
    uptime: parts.uptime,
  });

  const takeTurn = createAnswerTurns();
  const { now = Date.now } = parts;

  const readInTurn: ReadPageBoot = async (request, response, campus, next) => {
    const userId = next?.userId ?? (await parts.authenticate(request, response))?.userId ?? null;
    const path = next?.path ?? request.path;
    const query = new URLSearchParams(next === undefined ? request.originalUrl.replace(/^[^?]*/, '') : '');
    const asker = { campus: campus.id, userId, query };
    return takeTurn(userId, addressOf(request), async () =>
      next?.signal.aborted === true ? null : read(request, campus, path, asker),
    );
  };

  async function read(request: Request, campus: Campus, path: string, asker: Asker): Promise<PageBoot> {
    const { userId } = asker;
    const names = parts.firstView(path, asker);
    const address = addressOf(request);
    const ask = (topic: string) => parts.readTopic({ topic, floor: null, notBefore: null, address }, userId);
    const [summary, first, found, ...answers] = await Promise.all([
      parts.summarise(path),
      parts.firstAnswers?.(path, asker),
      search(path, { ...asker, address }, async (topic) => onlyGood(await ask(topic))),
      ...names.map(ask),
    ]);
    // In the order of the names, whichever was read first: the same page has the same text.
    const topics: Record<string, TopicAnswer> = {};
    for (const [index, name] of names.entries()) {
      const answer = answers[index];
      if (answer?.ok) topics[name] = answer;
    }
    for (const [name, answer] of found?.topics ?? []) topics[name] = answer;
    const came = { topics, answers: { ...first, ...(found !== null && { [found.address]: found.answer }) } };
    const plain = () => parts.plainView?.(path, asker, came) ?? (isSummary(summary) ? viewOfSummary(summary) : null);
    return {
      at: now(),
      session: {
        user: userId === null ? null : { id: userId },
        campus: campus.id,
        mailbox: parts.mailboxAt(request.get('host')),
        google: parts.hasGoogle,
        payments: parts.hasPayments,
      },
      ...came,
      plain: userId === null ? plain() : null,
      pictures: parts.firstPictures?.(path, asker, came) ?? [],
      ...(summary === 'missing' ? { summary: null, isMissing: true } : { summary, isMissing: false }),
    };
  }

  async function search(
    path: string,
    asker: Asker & { readonly address: string },
    readTopic: (topic: string) => Promise<TopicAnswer | null>,
  ): Promise<PageSearchAnswer | null> {
    const wanted = parts.firstSearch(path, asker);
    return wanted === null ? null : readPageSearch(wanted, asker, { ...parts, readTopic });
  }

  return async (request, response, campus, next) => {
    try {
      return await breaker.run(() => readInTurn(request, response, campus, next));
    } catch (error) {
      // So many wait already that a line for each would fill the log.
      if (error instanceof QueueFull) return null;
      const what = next === undefined ? 'A page was sent without its first view.' : WITHOUT_NEXT;
      parts.logger.warn({ err: error, request: response.locals.requestId }, what);
      return null;
    }
  };
}
