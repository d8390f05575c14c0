import type { Random } from '#scripts/demo/random.ts';
import { between } from './draws.ts';

/**
 * When the server is killed: just after it acknowledged a post, at any time, in the middle of a rebuild or of an
 * erasure, or while it starts and recovers from the last kill.
 */
export const MOMENTS = ['answer', 'any', 'rebuild', 'erasure', 'start'] as const;
export type Moment = (typeof MOMENTS)[number];

/**
 * The parts of a cluster, each of which dies in turn: the process that projects, the one whose reactor sends mails, the
 * others by name, and the engines, killed and stopped; that of the search where there is one.
 */
export const PARTS = [
  'projector',
  'worker',
  'api-1',
  'api-2',
  'hub-1',
  'hub-2',
  'log killed',
  'log stopped',
  'database killed',
  'database stopped',
  'search killed',
  'search stopped',
] as const;
export type Part = (typeof PARTS)[number];

/** The parts of a cluster, with or without a search engine of its own. */
export function partsOf(hasSearchEngine: boolean): readonly Part[] {
  return PARTS.filter((part) => hasSearchEngine || !part.startsWith('search'));
}

/** Milliseconds that the server lives before its end is prepared. */
const LIFE_MS = [150, 1_500] as const;
/** Milliseconds before it is restarted. */
const AWAY_MS = [0, 250] as const;
/** After this many kills it is asked to end once (SIGTERM): then it finishes acknowledged work, under load. */
const ASKED_EVERY_KILLS = 8;

/** How one life of the server ends. */
export interface PlannedEnd {
  /** `asked`: by SIGTERM, which is no kill. */
  readonly how: Moment | 'asked';
  readonly lifeMs: number;
  /** Where in the start, the rebuild or the erasure, as a share of the time that the last one took. */
  readonly share: number;
  readonly awayMs: number;
}

/**
 * The ends of a round: each kind once in every five kills, in a seeded order. The first kill comes just after an
 * answer: there an acknowledgement that is not on disk would break.
 */
export function planEnds(random: Random, kills: number): readonly PlannedEnd[] {
  const ends: PlannedEnd[] = [];
  const end = (how: PlannedEnd['how']) => {
    const lifeMs = between(random, ...LIFE_MS);
    ends.push({ how, lifeMs, share: random(), awayMs: between(random, ...AWAY_MS) });
  };
  let left: Moment[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    if (left.length === 0)
      left = kill === 1 ? ['answer', ...shuffled(random, MOMENTS.slice(1))] : shuffled(random, MOMENTS);
    const [how = 'any', ...others] = left;
    left = others;
    end(how);
    if (kill % ASKED_EVERY_KILLS === 0) end('asked');
  }
  return ends;
}

/** The parts that die, in a seeded order: none twice before all have. */
export function planParts(random: Random, kills: number, parts: readonly Part[]): readonly Part[] {
  const planned: Part[] = [];
  while (planned.length < kills) planned.push(...shuffled(random, parts));
  return planned.slice(0, kills);
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const places = items.map((item) => ({ item, place: random() }));
  return places.sort((a, b) => a.place - b.place).map(({ item }) => item);
}
