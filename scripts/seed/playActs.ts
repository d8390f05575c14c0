import type { Actor } from '#domain/kernel/actor.ts';
import { derivedId, effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import type { Dispatcher } from '#server/write/dispatcher.ts';
import { drawByShare, type Given, type Known, type Made } from '#test/model/acts.ts';
import { models } from '#test/model/nouns.ts';
import { STORY_CAMPUS } from '../demo/give.ts';
import { pick, seededRandom } from '../demo/random.ts';
import { things } from './words.ts';

/** Milliseconds over which the acts are spread; they end now. */
const SPAN_MS = 24 * 3_600_000;

/** Acts of people, by the nouns' models: so every noun is in the seed, without a word about it here. */
const ACTS = models.flatMap(({ acts }) => Object.values(acts).map(({ often, command }) => [often, command] as const));

export interface PlayActsOptions {
  /** Ids of people who may do everything. */
  readonly people: readonly string[];
  readonly acts: number;
  readonly seed: number;
  /** The moment at which the last act happens. */
  readonly now: Date;
  dispatcherAt(clock: () => Date): Pick<Dispatcher, 'dispatch'>;
}

interface Thing extends Made {
  readonly key: string;
}

/**
 * Has people do what the nouns' models know, at random: the same for the same seed. What a rule refuses, because something has ended meanwhile, stays undone.
 *
 * @returns how many acts took effect
 */
export async function playActs({ people, acts, seed, now, dispatcherAt }: PlayActsOptions): Promise<number> {
  const random = seededRandom(seed);
  const made: Thing[] = people.map((key) => ({ collection: 'people', key, doc: {} }));
  let clock = now;
  const dispatcher = dispatcherAt(() => clock);
  let done = 0;
  for (let n = 0; n < acts; n += 1) {
    const userId = pick(random, people);
    const actor: Actor = { kind: 'user', userId };
    const known: Known = {
      ...{ me: userId, campus: STORY_CAMPUS, people, mayErr: false },
      all: <Doc>(collection: string) =>
        made.filter((thing) => thing.collection === collection).map(({ key, doc }) => ({ key, doc: doc as Doc })),
      draw: (below) => Math.floor(random() * below),
      words: () => `${pick(random, things).name}, number ${n}.`,
    };
    const given = drawByShare(known, ACTS)?.(known) ?? null;
    if (given === null || !isPlain(given)) continue;
    clock = new Date(now.getTime() - (SPAN_MS * (acts - 1 - n)) / acts);
    const { type, data, makes } = given;
    const id = derivedId('act', String(seed), String(n));
    const from = { actor, campus: STORY_CAMPUS, origin: 'client' } as const;
    const outcome = await dispatcher.dispatch({ id, type, version: 1, data }, from);
    if (!outcome.ok) continue;
    done += 1;
    const key = newId(effectiveCommandId(userId, id), 0);
    if (makes !== undefined) made.push({ ...makes(key), key });
  }
  return done;
}

/** Without files, and no mistake on purpose. */
function isPlain({ files = 0, mistake }: Given): boolean {
  return files === 0 && mistake === undefined;
}
