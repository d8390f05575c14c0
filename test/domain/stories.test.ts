import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { actorId } from '#domain/kernel/actor.ts';
import type { DomainEvent } from '#domain/kernel/event.ts';
import { isSystemEvent } from '#domain/kernel/systemEvents.ts';
import { commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { isStanding } from '#domain/user/state.ts';
import { unlawful } from '../model/lawful.ts';
import type { EventKinds } from '../model/model.ts';
import { models } from '../model/nouns.ts';
import { NOW } from './given.ts';
import { type Intent, intents, prologue, step } from './intents.ts';
import { World } from './world.ts';

/** Pinned: a failure prints the path to its counterexample. */
const SEED = 20_260_302;
const STORIES = 200;
/** Which stories are drawn depends on every command that there is, so a rare event may need more of them. */
const MORE_STORIES = 100;
const MORE_ROUNDS = 10;
/** So many for each command that there is: a longer list of commands needs longer stories to get everywhere. */
const STEPS = 6 * Object.keys(commandDefinitions).length;

const stories = fc.array(intents, { minLength: Math.floor(STEPS / 2), maxLength: STEPS, size: 'max' });

/** Every command on the way is checked by the world: it never throws, repeats without effect, fits its schema. */
function play(story: readonly Intent[]): World {
  const world = new World();
  let now = NOW;
  for (const intent of [...prologue, ...story]) now = step(world, intent, now);
  return world;
}

/** Events of which stories have to reach several kinds. */
const kinds = new Map<string, EventKinds>(models.flatMap((model) => Object.entries(model.kinds ?? {})));

/** The label of the case that an event shows a story has reached. */
function labelOf(event: DomainEvent): string {
  return kinds.get(event.type)?.kindOf(event) ?? event.type;
}

/** No two people own the same address, user name or school address. */
function expectUniqueOwners(world: World): void {
  const people = world
    .ids('user')
    .map((id) => world.user(id))
    .filter(isStanding);
  for (const field of ['email', 'username', 'schoolEmail'] as const) {
    const values = people.map((person) => person[field]).filter((value) => value !== null);
    expect(new Set(values).size).toBe(values.length);
  }
}

describe('any story of valid and hostile commands', () => {
  it('[DATA-14] [POST-19] [SAVE-04] [COMM-04] [VERF-16] leaves a lawful log and unique owners', () => {
    const reached = new Set<string>();
    const lawful = fc.property(stories, (story) => {
      const world = play(story);
      const log = world.log.map(({ actor, ...happened }) => ({ ...happened, actor: actorId(actor) }));
      expect(unlawful(log, { across: true })).toEqual([]);
      expectUniqueOwners(world);
      for (const { event } of world.log) reached.add(labelOf(event));
    });
    const wanted = Object.keys(eventDefinitions)
      .filter((type) => !isSystemEvent({ type }))
      .flatMap((type) => kinds.get(type)?.all ?? [type]);
    fc.assert(lawful, { seed: SEED, numRuns: STORIES });
    for (let round = 1; round <= MORE_ROUNDS && wanted.some((label) => !reached.has(label)); round += 1) {
      fc.assert(lawful, { seed: SEED + round, numRuns: MORE_STORIES });
    }
    // The property says something only if the stories get everywhere.
    expect([...reached].sort()).toEqual([...wanted].sort());
  });
});
