import type { Actor } from '#domain/kernel/actor.ts';
import type { Dispatcher } from '#server/write/dispatcher.ts';
import type { Outcome } from '#server/write/outcome.ts';
import type { StoryIds } from './ids.ts';

/** Campus of all stories. */
export const STORY_CAMPUS = 'ou';
/** A campus of the demo that shows what a private one is like (CAMP-07). */
export const PRIVATE_CAMPUS = 'stanford';
/** Actor of the commands that reactors would have given. */
export const HOUSE: Actor = { kind: 'system', name: 'seed' };

/** A rule refused a command of a story: the story is wrong. */
export class StoryRefused extends Error {
  constructor(type: string, key: string, code: string) {
    super(`The story breaks a rule: ${type} of ${key} was refused with ${code}.`);
    this.name = 'StoryRefused';
  }
}

/** Gives a command of a story. @throws StoryRefused */
export type Give = (actor: Actor, key: string, type: string, data: unknown) => Promise<Outcome & { ok: true }>;

/** Makes the giving of a story's commands, each under its id for good. */
export function createGive(dispatcher: Pick<Dispatcher, 'dispatch'>, ids: StoryIds): Give {
  return async (actor, key, type, data) => {
    const outcome = await dispatcher.dispatch(
      { id: ids.command(key), type, version: 1, data },
      // The origin of edges and reactors, which have checked what a browser cannot prove.
      { actor, campus: STORY_CAMPUS, origin: 'server' },
    );
    if (!outcome.ok) throw new StoryRefused(type, key, outcome.rejection.code);
    return outcome;
  };
}
