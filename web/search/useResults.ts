import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { answerInPage, forgetAnswers } from '../session/boot.ts';
import { request } from '../sync/transport/http.ts';
import { isAsked, type Search } from './address.ts';

const answerSchema = z.object({ hits: z.array(z.object({ key: z.string() })), more: z.boolean() });

/** The results of a search as far as they are read. */
export interface Results {
  /** Ids of the hits, by page; `null`: the first page is on its way. */
  readonly pages: readonly (readonly string[])[] | null;
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly failed: boolean;
  loadMore(): void;
  retry(): void;
  /** Puts new hits before all others. */
  prepend(ids: readonly string[]): void;
}

interface Read {
  readonly question: string;
  readonly pages: readonly (readonly string[])[];
  /** Pages that the server gave. */
  readonly turned: number;
  readonly more: boolean;
}

/** Sorted, so that it is the one that the server has answered with the page. */
function questionOf(parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters);
  query.sort();
  return query.toString();
}

const addressOf = (question: string, page: number) => `/api/search?${question}&page=${page}`;

/** The first hits, where the page was opened by this search. */
function cameWithPage(question: string): Read | null {
  const { data } = answerSchema.safeParse(answerInPage(addressOf(question, 1)));
  return data === undefined ? null : { question, pages: [data.hits.map(({ key }) => key)], turned: 1, more: data.more };
}

/** Searches, a page at a time. A failure empties the results (SRCH-16), and can be tried again (Q23). */
export function useResults(search: Search): Results {
  const { text, show, filters } = search;
  const asked = show === 'people' ? {} : filters;
  const question = questionOf({ q: text, show, ...asked });
  const isNothing = !isAsked(search);
  const [read, setRead] = useState<Read | null>(() => cameWithPage(question));
  const [failed, setFailed] = useState(false);
  const [wanted, setWanted] = useState({ question, page: 1, attempt: 0 });
  // Not while drawing, which React may do twice before the first view is there.
  useEffect(forgetAnswers, []);
  const present = read?.question === question ? read : null;
  const page = wanted.question === question ? wanted.page : 1;
  const known = useRef(present);
  known.current = present;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to ask again
  useEffect(() => {
    setFailed(false);
    const before = known.current;
    if (isNothing || (before !== null && before.turned >= page)) return;
    const abort = new AbortController();
    const ask = async () => {
      const answer = await request('GET', addressOf(question, page), undefined, { signal: abort.signal });
      const { hits, more } = answerSchema.parse(answer);
      if (abort.signal.aborted) return;
      const pages = page === 1 ? [] : (known.current?.pages ?? []);
      // A new post moves all others down: the last one of a page may be the first of the next, too.
      const shown = new Set(pages.flat());
      const ids = hits.map(({ key }) => key).filter((key) => !shown.has(key));
      setRead({ question, pages: [...pages, ids], turned: page, more });
    };
    ask().catch((error: unknown) => {
      if (abort.signal.aborted) return;
      console.warn('The search failed.', error);
      if (page === 1) setRead(null);
      setFailed(true);
    });
    return () => abort.abort();
  }, [question, isNothing, page, wanted.attempt]);

  const loadMore = useCallback(
    () => setWanted(({ attempt }) => ({ question, page: (known.current?.turned ?? 0) + 1, attempt })),
    [question],
  );
  const retry = useCallback(() => setWanted((before) => ({ ...before, attempt: before.attempt + 1 })), []);
  const prepend = useCallback(
    (ids: readonly string[]) =>
      setRead((before) => (before?.question === question ? { ...before, pages: [ids, ...before.pages] } : before)),
    [question],
  );
  return {
    pages: present?.pages ?? null,
    more: present?.more ?? false,
    loadingMore: present !== null && page > present.turned && !failed,
    failed,
    loadMore,
    retry,
    prepend,
  };
}
