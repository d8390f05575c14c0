import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { Campus } from '#domain/campus/campus.ts';
import { campuses, findCampus, GENERIC_CAMPUS } from '#domain/campus/registry.ts';
import { request } from '../sync/transport/http.ts';

/** Milliseconds without a key after which the words are searched: few enough to feel immediate. */
const TYPING_PAUSE_MS = 150;

const answerSchema = z.object({ hits: z.array(z.object({ key: z.string() })) });

/** All schools by their whole names. */
export const schools: readonly Campus[] = campuses
  .filter(({ id }) => id !== GENERIC_CAMPUS)
  .sort((one, other) => one.fullName.localeCompare(other.fullName, 'en'));

/** Schools that match words; `null`: the search is under way, or failed. */
export interface FoundSchools {
  readonly schools: readonly Campus[] | null;
  readonly failed: boolean;
  retry(): void;
}

/** Finds schools while one types (SRCH-20); all of them for no words. The last result stays until the next one is there. */
export function useSchools(text: string): FoundSchools {
  const words = text.trim();
  const [found, setFound] = useState<{ readonly words: string; readonly schools: readonly Campus[] } | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to ask again
  useEffect(() => {
    setFailed(false);
    if (words === '') return setFound(null);
    const abort = new AbortController();
    const search = async () => {
      const query = new URLSearchParams({ q: words, show: 'schools' });
      const answer = await request('GET', `/api/search?${query}`, undefined, { signal: abort.signal });
      const { hits } = answerSchema.parse(answer);
      setFound({ words, schools: hits.flatMap(({ key }) => findCampus(key) ?? []) });
    };
    const timer = setTimeout(() => {
      search().catch(() => {
        if (!abort.signal.aborted) setFailed(true);
      });
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [words, attempt]);

  const retry = () => setAttempt((count) => count + 1);
  if (words === '') return { schools, failed: false, retry };
  return { schools: found?.schools ?? null, failed, retry };
}
