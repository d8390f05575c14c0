import fc from 'fast-check';
import type { Actor } from '#domain/kernel/actor.ts';
import type { CommandModel } from '../model/model.ts';
import { models } from '../model/nouns.ts';
import { id } from './samples.ts';
import type { World } from './world.ts';

/** One step of a random story: a command of some noun, made from numbers that pick among the existing things. */
export interface Intent {
  readonly type: string;
  /** Who acts: mostly people, sometimes a visitor or the house, often the right one for the command. */
  readonly who: number;
  readonly pick: number;
  readonly pick2: number;
  /** Seconds since the step before. */
  readonly pause: number;
  readonly campus: string;
  /** Input of a person. */
  readonly fields: unknown;
  /** Replaces one field of the payload. */
  readonly sabotage: { readonly field: number; readonly value: unknown } | null;
}

/** Values of `who` for a visitor and for a part of the system. */
const VISITOR = 8;
const HOUSE = 9;
/** Up to this value of `who`, a stranger gives the command instead of its owner. */
const STRANGER_MAX = 2;

const LONG_PAUSE_SECONDS = 8 * 86_400;

const campus = fc.constantFrom('ou', 'ou', 'ou', 'ut', 'campus', 'atlantis');

/** Generators of all commands, by type. */
const commands = new Map(models.flatMap((model) => Object.entries(model.commands)));

function modelOf(type: string): CommandModel {
  const model = commands.get(type);
  if (model === undefined) throw new Error(`No model in test/model knows ${type}.`);
  return model;
}

const chosen = fc.oneof(
  ...[...commands].map(([type, { often, fields }]) => ({
    weight: often,
    arbitrary: fc.record({ type: fc.constant(type), fields }),
  })),
);

/** Every command, the ones that lead on more often than the others. */
export const intents: fc.Arbitrary<Intent> = fc
  .tuple(
    chosen,
    fc.record({
      who: fc.nat(HOUSE),
      pick: fc.nat(30),
      pick2: fc.nat(30),
      // Now and then a long one, in which graces end.
      pause: fc.oneof(
        { weight: 20, arbitrary: fc.nat(60) },
        { weight: 20, arbitrary: fc.nat(9_000) },
        { weight: 1, arbitrary: fc.constant(LONG_PAUSE_SECONDS) },
      ),
      campus,
      sabotage: fc.option(fc.record({ field: fc.nat(5), value: fc.oneof(fc.jsonValue(), fc.anything(), fc.uuid()) }), {
        freq: 12,
      }),
    }),
  )
  .map(([command, rest]) => ({ ...command, ...rest }));

/** Three people with all rights, one after the other: the prologue of each noun's model. */
export const prologue: readonly Intent[] = [0, 1, 2].flatMap((who) =>
  models
    .flatMap((model) => model.prologue?.(who) ?? [])
    .map((drawn) => ({ ...drawn, who, pick: 0, pick2: 1, pause: 1, campus: who === 2 ? 'ut' : 'ou', sabotage: null })),
);

/** One of the ids; an unknown id if there are none yet. */
function pickFrom(ids: readonly string[], pick: number): string {
  return ids.length === 0 ? id('nobody') : (ids[pick % ids.length] ?? id('nobody'));
}

/** Who acts: mostly the one whose business it is. */
function actorOf(world: World, { type, who, pick }: Intent): Actor {
  const { by, owner } = modelOf(type);
  if (by === 'visitor' || who === VISITOR) return { kind: 'visitor' };
  const userId = owner?.({ world, pick });
  if (userId !== undefined && who > STRANGER_MAX) return { kind: 'user', userId };
  if (who === HOUSE || (by === 'house' && who > STRANGER_MAX)) return { kind: 'system', name: 'reactor:test' };
  return { kind: 'user', userId: pickFrom(world.ids('user'), who) };
}

/** Takes one step and answers the instant after it. */
export function step(world: World, intent: Intent, before: string): string {
  const { type, pick, pick2, campus, fields, sabotage, pause } = intent;
  const now = new Date(Date.parse(before) + pause * 1_000).toISOString();
  const actor = actorOf(world, intent);
  const userId = actor.kind === 'user' ? actor.userId : pickFrom(world.ids('user'), pick);
  const { data, files = [] } = modelOf(type).payload({ world, pick, pick2, campus, userId, fields });
  const field = Object.keys(data)[sabotage?.field ?? 0];
  const sent = sabotage === null || field === undefined ? data : { ...data, [field]: sabotage.value };
  // Now and then the first file was not uploaded.
  const uploads = files.filter((_file, n) => pick2 % 5 !== 0 || n > 0);
  const home = actor.kind === 'user' && pick2 % 4 > 0 ? world.user(actor.userId).memberOf : null;
  world.dispatch(type, sent, { actor, campus: home ?? campus, now, uploads });
  return now;
}
