import { Unavailable } from '#projections/engine/eventLog.ts';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { QueueFull } from '../fairness/fairQueue.ts';
import type { Logger } from '../observability/logging.ts';
import { HttpRefused } from './errors.ts';
import type { PageSearch } from './firstView.ts';
import type { AskSearch } from './search.ts';

/** Milliseconds that a page waits for its search; one without a misspelled word takes some 2. */
export const PAGE_SEARCH_MAX_MS = 300;

/** The search of a page, answered. */
export interface PageSearchAnswer {
  /** Of the client's request, with its query. */
  readonly address: string;
  readonly answer: { readonly hits: readonly { readonly key: string }[]; readonly more: boolean };
  readonly topics: readonly (readonly [name: string, answer: TopicAnswer])[];
}

export interface PageSearchParts {
  readonly askSearch: AskSearch;
  /** `null`: refused. */
  readonly readTopic: (topic: string) => Promise<TopicAnswer | null>;
  readonly logger: Logger;
}

/**
 * Runs the search of a page. `null`: it was refused, failed or took too long; the page is sent without its answer, and the
 * client asks.
 */
export async function readPageSearch(
  search: PageSearch,
  asker: Parameters<AskSearch>[1],
  parts: PageSearchParts,
): Promise<PageSearchAnswer | null> {
  const late = Promise.withResolvers<never>();
  const error = () => new Error(`The search of a page took more than ${PAGE_SEARCH_MAX_MS} ms.`);
  // Searches that nobody waits for would keep the engine busy while the clients ask again.
  const waiting = new AbortController();
  const timer = setTimeout(() => {
    waiting.abort();
    late.reject(error());
  }, PAGE_SEARCH_MAX_MS);
  try {
    return await Promise.race([answerOf(search, asker, waiting.signal, parts), late.promise]);
  } catch (error) {
    // The client asks, and gets the refusal. A line for each page would fill the log where many wait, or the index is away:
    // readiness names that.
    const isExpected = [HttpRefused, QueueFull, Unavailable].some((kind) => error instanceof kind);
    if (!isExpected) parts.logger.warn({ err: error }, 'A page was sent without its search.');
    return null;
  } finally {
    clearTimeout(timer);
  }
}

async function answerOf(
  { question, topicsOf }: PageSearch,
  asker: Parameters<AskSearch>[1],
  signal: AbortSignal,
  { askSearch, readTopic }: PageSearchParts,
): Promise<PageSearchAnswer> {
  const { hits, more } = await askSearch(question, asker, signal);
  const names = topicsOf(hits.map(({ key }) => key));
  const answers = await Promise.all(names.map(async (name) => [name, await readTopic(name)] as const));
  const query = new URLSearchParams(question);
  query.sort();
  return {
    address: `/api/search?${query}&page=1`,
    answer: { hits: hits.map(({ key }) => ({ key })), more },
    topics: answers.flatMap(([name, answer]) => (answer === null ? [] : [[name, answer] as const])),
  };
}
