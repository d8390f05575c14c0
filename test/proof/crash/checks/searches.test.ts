import { describe, expect, it } from '@jest/globals';
import type { Searched } from '#test/model/answers.ts';
import type { Browser } from '../browser.ts';
import type { Scenario } from '../scenario.ts';
import { Verdict } from '../verdict.ts';
import { checkSearches } from './searches.ts';

const standing: Searched = { asked: { show: 'people', q: 'Robin Doe' }, key: 'robin', gone: null };
const gone: Searched = { asked: { show: 'people', q: 'Kim Poe' }, key: 'kim', gone: 'is erased' };

/** Somebody whose searches for some words have these hits, one on each page. */
function asker(hits: Readonly<Record<string, readonly string[]>>): Browser {
  const ask = async (_method: string, path: string) => {
    const query = new URL(path, 'http://127.0.0.1').searchParams;
    const found = hits[query.get('q') ?? ''] ?? [];
    const page = Number(query.get('page'));
    return { ok: true, hits: found.slice(page - 1, page).map((key) => ({ key })), more: page < found.length };
  };
  return { ask } as Partial<Browser> as Browser;
}

async function findings(askers: readonly Browser[], lags: (number | null)[] = [0]): Promise<readonly string[]> {
  const verdict = new Verdict();
  const searchLag = async () => (lags.length > 1 ? (lags.shift() ?? null) : (lags[0] ?? null));
  const server = { searchLag };
  const scenario = { server, slowness: 1, random: () => 0.5 } as Partial<Scenario> as Scenario;
  await checkSearches(verdict, scenario, askers, [standing, gone]);
  expect(verdict.checks).toBe(3);
  return verdict.findings;
}

describe('the check of the search', () => {
  it('takes what stands on any page of the hits, once the index is as far as the read models', async () => {
    const lags = [7, null, 0];
    expect(await findings([asker({ 'Robin Doe': ['another', 'robin'] })], lags)).toEqual([]);
    expect(lags).toEqual([0]);
  });

  it('finds what the search does not', async () => {
    expect(await findings([asker({})])).toEqual([
      'The search does not find robin by "Robin Doe" (people), which stands.',
    ]);
  });

  it('finds what is gone and is found all the same, by whomever', async () => {
    const keeping = asker({ 'Robin Doe': ['robin'], 'Kim Poe': ['kim'] });
    expect(await findings([keeping, keeping])).toEqual([
      'The search finds kim by "Kim Poe" (people), which is erased.',
    ]);
  });
});
