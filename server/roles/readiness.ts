import type { Projector } from '#projections/engine/projector.ts';
import type { HealthCheck } from '../observability/health.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { MediaStore } from '../ports/media.ts';
import type { Vault } from '../ports/vault.ts';
import type { ReactorRunner } from '../reactors/runner.ts';
import type { PersonalData } from '../read/personalData.ts';

/** Events by which the read models may lag before the server counts as not ready. */
export const READY_MAX_LAG = 1_000;

/** Conditions of readiness. */
export function healthChecks(parts: {
  readonly store: Pick<EventStore, 'check' | 'distance'>;
  readonly vault: Pick<Vault, 'check'>;
  readonly projector: Pick<Projector, 'status' | 'position'>;
  readonly media: Pick<MediaStore, 'check'>;
  readonly personalData: Pick<PersonalData, 'problem'>;
  readonly reactors: readonly ReactorRunner[];
}): readonly HealthCheck[] {
  const { store, vault, projector, media, personalData, reactors } = parts;
  let caughtUp = false;

  async function checkProjector(): Promise<string | null> {
    const { state, reason, position, head } = await projector.status();
    if (state !== 'running') return reason ?? `The projector is ${state}.`;
    if (head === null) return 'The head of the log is not known.';
    const lag = await store.distance(position, head);
    // At the start the read models have to reach the head once; later a small lag is normal.
    caughtUp ||= lag === 0;
    return !caughtUp || lag > READY_MAX_LAG ? `The read models are ${lag} events behind.` : null;
  }

  return [
    { name: 'log', check: () => passes(store) },
    { name: 'vault', check: () => passes(vault) },
    { name: 'projector', check: checkProjector },
    { name: 'media', check: () => passes(media) },
    { name: 'personal data', check: async () => personalData.problem() },
    ...reactors.map((reactor) => ({
      name: `reactor:${reactor.status().name}`,
      check: async () => reactor.status().problem,
    })),
  ];
}

/** Turns a part's error into the reason why it is not ready. */
async function passes(part: { check(): Promise<void> }): Promise<null> {
  await part.check();
  return null;
}
