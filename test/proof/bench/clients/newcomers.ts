import { Agent } from 'node:http';
import { v7 as uuidv7 } from 'uuid';
import { campuses, GENERIC_CAMPUS } from '#domain/campus/registry.ts';
import { inParallel, quantile } from '../statistics.ts';
import { postJson } from './http.ts';

/** People who sign up. */
export interface Newcomers {
  readonly port: number;
  readonly count: number;
  /** Number of the first one: two runs at one server have different people. */
  readonly from: number;
  /** How many of them wait for their answers at a time. */
  readonly waiting: number;
}

/** How the sign-ups went; times in milliseconds, the codes of refusals with how often each came. */
export interface SignedUp {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly refused: Readonly<Record<string, number>>;
}

const MS_PER_SECOND = 1_000;
const FIRST_NAMES = ['Ada', 'Grace', 'Mary', 'Alan', 'Edsger', 'Barbara', 'Tony', 'Radia', 'Lamar', 'Frances'];
const SYLLABLES = ['ber', 'lin', 'go', 'sta', 'mor', 'ken', 'wal', 'ter', 'ham', 'son'];
const schools = campuses.map(({ id }) => id).filter((id) => id !== GENERIC_CAMPUS);

/** Some thousand names: a few people share each, as on any campus. */
function nameOf(index: number): string {
  const at = <Item>(items: readonly Item[], power: number) => items[Math.floor(index / 10 ** power) % items.length];
  const last = `${at(SYLLABLES, 1)}${at(SYLLABLES, 2)}${at(SYLLABLES, 3)}`;
  return `${at(FIRST_NAMES, 0)} ${last.charAt(0).toUpperCase()}${last.slice(1)}`;
}

/** Each has a network address of their own. */
const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 0xff}.${index & 0xff}`;

/**
 * Signs people up over HTTP as the form does, over all schools in turn, since each takes in only so many an hour. All
 * brakes stand as they do in the product.
 */
export async function signUpAll({ port, count, from, waiting }: Newcomers): Promise<SignedUp> {
  const agent = new Agent({ keepAlive: true, maxSockets: waiting });
  const latencies: number[] = [];
  const refused: Record<string, number> = {};
  const startedAt = performance.now();
  await inParallel(Array(count).keys(), waiting, async (n) => {
    const index = from + n;
    const sentAt = performance.now();
    const campus = schools[index % schools.length] ?? '';
    const form = {
      id: uuidv7(),
      email: `newcomer.${index}@mail.example`,
      name: nameOf(index),
      password: `nobody guesses ${index}`,
      acceptedTerms: true,
    };
    const to = { port, path: '/api/registration', agent, campus, address: addressOf(index) };
    const answer = (await postJson(to, form)) as { readonly ok: boolean; readonly code?: string };
    if (answer.ok) latencies.push(performance.now() - sentAt);
    else refused[answer.code ?? ''] = (refused[answer.code ?? ''] ?? 0) + 1;
  });
  const seconds = (performance.now() - startedAt) / MS_PER_SECOND;
  agent.destroy();
  return {
    perSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    refused,
  };
}
