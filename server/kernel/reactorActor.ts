import type { Actor } from '#domain/kernel/actor.ts';

const PREFIX = 'reactor:';

/** A reactor, as the actor of its commands. */
export function reactorActor(name: string): Actor {
  return { kind: 'system', name: `${PREFIX}${name}` };
}

/** Whether an actor's id is a reactor's. One process has the reactors at a time. */
export function isReactor(actorId: string): boolean {
  return actorId.startsWith(PREFIX);
}
