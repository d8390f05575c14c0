import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { SEARCH_MAX_CHARACTERS, SEARCH_MAX_WORDS } from '#domain/kernel/limits.ts';
import { searchWords } from '#projections/kernel/searchWords.ts';
import { searchViews } from '#projections/registry.ts';
import type { Random } from '#scripts/demo/random.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import type { SearchAnswer } from '#server/searchIndex/searcher.ts';
import type { Searched } from '#test/model/answers.ts';
import { models } from '#test/model/nouns.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';
import type { Browser } from '../browser.ts';
import type { Expected } from '../expected.ts';
import type { Observed } from '../observed.ts';
import type { Scenario } from '../scenario.ts';
import type { StoresPlace } from '../serverProcess.ts';
import type { Verdict } from '../verdict.ts';
import { seenBy } from './answers.ts';
import { NO_MAIL } from './leftovers.ts';

/** Questions of one person: their pages of hits stay below what a user may ask at once (`SEARCHES_PER_USER`). */
const PER_ASKER = 25;
/** Questions in all, half of them for what nobody may find. */
const SAMPLE = 200;
/** Milliseconds in which the index must be as far as the read models, and in which a search must be answered. */
const CATCH_UP_MAX_MS = 30_000;
const LOOK_EVERY_MS = 100;
/** Milliseconds before a search that was refused for the moment is asked again. */
const AGAIN_AFTER_MS = 500;
/** Hits that are asked of the index itself: more than there are people of one name. */
const INDEX_HITS = 250;

/** The questions: for all that stands, and for all that is gone, or for a sample of each. */
export function questionsOf({ accounts, parts }: Expected, observed: Observed, random: Random): readonly Searched[] {
  const seen = seenBy(observed, accounts);
  const all = models.flatMap(({ answers }) => [...(answers?.searched?.(seen, parts) ?? [])]);
  // Signing up is no command of a noun.
  for (const { userId: key, name, erased } of accounts.values()) {
    if (erased === 'yes') all.push({ asked: { show: 'people', q: name }, key, gone: 'is erased' });
  }
  const [gone, standing] = [all.filter((each) => each.gone !== null), all.filter((each) => each.gone === null)];
  return [...someOf(random, standing, SAMPLE / 2), ...someOf(random, gone, SAMPLE / 2)];
}

/**
 * The search, as members ask for it: once the index is as far as the read models, it finds what stands by its own words,
 * and nothing that is deleted or of an erased person. Each asks one thing after the other, as a page does.
 */
export async function checkSearches(
  verdict: Verdict,
  scenario: Scenario,
  askers: readonly Browser[],
  questions: readonly Searched[],
): Promise<void> {
  const problem = await lagsBehind(scenario);
  verdict.expect(problem === null, () => problem ?? '');
  if (problem !== null) return;
  const until = Date.now() + CATCH_UP_MAX_MS * scenario.slowness;
  const asked = someOf(scenario.random, questions, askers.length * PER_ASKER);
  const ofAsker = async (browser: Browser, own: readonly Searched[]) => {
    for (const question of own) {
      const isFound = await finds(browser, question, until);
      verdict.expect(isFound === (question.gone === null), () => `The search ${problemOf(question)}`);
    }
  };
  await Promise.all(
    askers.map((browser, n) =>
      ofAsker(
        browser,
        asked.filter((_, at) => at % askers.length === n),
      ),
    ),
  );
}

/**
 * The index itself, without a server: nothing that is gone is in it (P10). An answer of the search would not show that,
 * because each hit is looked at again in the read models.
 */
export async function checkIndex(verdict: Verdict, place: StoresPlace, questions: readonly Searched[]): Promise<void> {
  const { stores, close } = await openFoundation({ ...NO_MAIL, ...place }, 'quad crash');
  const index = stores.openSearchIndex();
  try {
    for (const question of questions) {
      const { asked, key, gone } = question;
      const name = searchViews[asked.show]?.search.name;
      if (gone === null || name === undefined) continue;
      const words = searchWords(asked.q, searchViews[asked.show]?.search.wording).slice(0, SEARCH_MAX_WORDS);
      const of = { index: name, words, campus: DEFAULT_CAMPUS, filters: {}, page: 1, perPage: INDEX_HITS };
      const { keys } = await index.find(of);
      verdict.expect(!keys.includes(key), () => `The index ${problemOf(question)}`);
    }
  } finally {
    await index.close();
    await close();
  }
}

function problemOf({ asked: { show, q }, key, gone }: Searched): string {
  const what = `${key} by "${q}" (${show})`;
  return gone === null ? `does not find ${what}, which stands.` : `finds ${what}, which ${gone}.`;
}

/** Waits until the index is as far as the read models. @returns what is wrong if it does not get there */
async function lagsBehind({ server, slowness }: Scenario): Promise<string | null> {
  const maxMs = CATCH_UP_MAX_MS * slowness;
  const until = Date.now() + maxMs;
  for (;;) {
    const lag = await server.searchLag();
    if (lag === 0) return null;
    if (Date.now() > until) return `After ${maxMs} ms of quiet the search index is ${lag ?? 'unknown'} events behind.`;
    await pause(LOOK_EVERY_MS);
  }
}

/** Whether a search finds it, on any of its pages. */
async function finds(browser: Browser, { asked, key }: Searched, until: number): Promise<boolean> {
  for (let page = 1; ; page += 1) {
    const { hits, more } = await search(browser, { ...asked, page: String(page) }, until);
    if (hits.some((hit) => hit.key === key)) return true;
    if (!more) return false;
  }
}

async function search(
  browser: Browser,
  asked: Searched['asked'] & { readonly page: string },
  until: number,
): Promise<SearchAnswer> {
  const query = new URLSearchParams({ ...asked, q: asked.q.slice(0, SEARCH_MAX_CHARACTERS), campus: DEFAULT_CAMPUS });
  for (;;) {
    try {
      return await browser.ask<SearchAnswer>('GET', `/api/search?${query}`);
    } catch (error) {
      const isLater = error instanceof RequestRefused && error.refusal.retry && Date.now() < until;
      if (!isLater) throw error;
      await pause(AGAIN_AFTER_MS);
    }
  }
}

/** So many of the items at most, in a drawn order. */
function someOf<T>(random: Random, items: readonly T[], max: number): readonly T[] {
  const places = items.map((item) => ({ item, place: random() }));
  return places
    .sort((a, b) => a.place - b.place)
    .slice(0, max)
    .map(({ item }) => item);
}
