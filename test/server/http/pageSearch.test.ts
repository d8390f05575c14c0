import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Request, Response } from 'express';
import { findCampus } from '#domain/campus/registry.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { refuseWith } from '#server/http/errors.ts';
import { createPageBoot } from '#server/http/pageBoot.ts';
import { PAGE_SEARCH_MAX_MS } from '#server/http/pageSearch.ts';
import type { AskSearch } from '#server/http/search.ts';
import { silentLogger } from '#server/observability/logging.ts';

const FOUND = { ok: true, hits: [{ collection: 'posts', key: '1' }], documents: [], more: true } as const;
const NOTHING = { ok: true, cursor: { generation: '', era: '', position: '' }, fresh: true, documents: [], floor: '' };

/** Logged warnings. */
let warned: string[];
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  warned = [];
});
afterEach(() => {
  jest.useRealTimers();
});

/** The page of a visitor who searches. */
function boot(askSearch: AskSearch) {
  const campus = findCampus('ou');
  if (campus === undefined) throw new Error('There is no campus ou.');
  const readBoot = createPageBoot({
    authenticate: async () => null,
    firstView: () => ['feed'],
    firstSearch: () => ({
      question: { show: 'latest', q: 'old desk' },
      topicsOf: (keys) => keys.map((key) => `hit${key}`),
    }),
    askSearch,
    readTopic: async () => ({ ...NOTHING, ok: true }),
    summarise: async () => null,
    mailboxAt: () => null,
    hasGoogle: false,
    hasPayments: false,
    logger: { ...silentLogger, warn: (...said: readonly unknown[]) => void warned.push(String(said.at(-1))) } as never,
  });
  const request = {
    path: '/search',
    originalUrl: '/search?q=old+desk',
    get: () => undefined,
    headers: {},
    app: { get: () => 0 },
  };
  return readBoot(request as unknown as Request, { locals: {} } as Response, campus);
}

const without = {
  session: { user: null, campus: 'ou', mailbox: null, google: false, payments: false },
  topics: { feed: NOTHING },
  answers: {},
};

it('[SRCH-07 in part] the page of a search comes with its first hits, and with the topics that keep them live', async () => {
  expect(await boot(async () => FOUND)).toMatchObject({
    topics: { feed: NOTHING, hit1: NOTHING },
    answers: { '/api/search?q=old+desk&show=latest&page=1': { hits: [{ key: '1' }], more: true } },
  });
  expect(warned).toEqual([]);
});

it('a search that takes long costs the page nothing else: it comes after the limit, and a line of the log says so', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const page = boot((_question, _asker, signal) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  await jest.advanceTimersByTimeAsync(PAGE_SEARCH_MAX_MS - 1);
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  await jest.advanceTimersByTimeAsync(1);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  expect(await page).toMatchObject(without);
  expect((await page)?.answers).toEqual({});
  expect(warned).toEqual(['A page was sent without its search.']);
});

it('a search that fails costs the page nothing else, and a line of the log says so; one that is refused, or whose index is away, is no failure', async () => {
  const page = await boot(() => Promise.reject(new Error('The index has lost its file.')));
  expect([page?.answers, Object.keys(page?.topics ?? {})]).toEqual([{}, ['feed']]);
  expect(warned).toEqual(['A page was sent without its search.']);
  const refused = await boot(() => Promise.reject(refuseWith('RATE_LIMITED', { seconds: 1 })));
  expect(refused).toMatchObject(without);
  const away = await boot(() => Promise.reject(new Unavailable('The index is being built.')));
  expect(away).toMatchObject(without);
  expect(warned).toHaveLength(1);
});
