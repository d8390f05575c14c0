import type { Projector } from '#projections/engine/projector.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { HealthCheck } from '../observability/health.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { MediaStore } from '../ports/media.ts';
import type { Vault } from '../ports/vault.ts';
import type { PersonalData } from '../read/personalData.ts';
import type { SearchProjector } from '../searchIndex/searchProjector.ts';
import { PROJECTOR_LEASE, type ProjectorRole } from './projector.ts';
import type { WorkersReactor } from './worker.ts';

/** Events by which the read models may lag before the server counts as not ready. */
export const READY_MAX_LAG = 1_000;

/** Conditions of readiness. */
export function healthChecks(parts: {
  readonly store: Pick<EventStore, 'check' | 'distance' | 'head'>;
  readonly vault: Pick<Vault, 'check'>;
  /** `null` where the role is another process's. */
  readonly projector: Pick<ProjectorRole, 'current' | 'problem'> | null;
  readonly readStore: Pick<ReadStore, 'checkpoint' | 'stale'>;
  readonly media: Pick<MediaStore, 'check'>;
  readonly personalData: Pick<PersonalData, 'problem'>;
  /** `null` where it is another process's. */
  readonly indexer: Pick<SearchProjector, 'status'> | null;
  readonly reactors: readonly Pick<WorkersReactor, 'name' | 'problem' | 'status'>[];
}): readonly HealthCheck[] {
  const { store, vault, projector, media, personalData, indexer, reactors } = parts;
  const { checkProjector, checkReadModels } = createLagChecks(parts);
  return [
    { name: 'log', check: () => passes(store) },
    { name: 'vault', check: () => passes(vault) },
    projector === null
      ? { name: 'read models', check: checkReadModels }
      : { name: PROJECTOR_LEASE, check: () => checkProjector(projector) },
    { name: 'media', check: () => passes(media) },
    // Only the documents of some people are missing: taking the whole server out of service would help nobody.
    { name: 'personal data', check: async () => personalData.problem(), isBearable: true },
    // The same people's events: all others are answered.
    { name: 'parked events', check: async () => parkedProblem(reactors), isBearable: true },
    // Everything but the search works without it.
    { name: 'search', check: async () => indexer?.status().problem ?? null, isBearable: true },
    // Mails and cascades wait, and are done later; `quad_reactors_stuck` calls an operator. Who is served goes on.
    ...reactors.map((reactor) => ({
      name: `reactor:${reactor.name}`,
      check: async () => reactor.problem(),
      isBearable: true as const,
    })),
  ];
}

/** Checks of read models against the log, with a memory of their own of what they have reached. */
function createLagChecks({ store, readStore }: Pick<Parameters<typeof healthChecks>[0], 'store' | 'readStore'>) {
  /** The head of the log as it was at the first look. */
  let goal: string | null = null;
  let caughtUp = false;

  async function checkProjector(role: Pick<ProjectorRole, 'current' | 'problem'>): Promise<string | null> {
    const active = role.current();
    if (active === null) return role.problem() ?? checkReadModels();
    return checkActive(active);
  }

  async function checkActive(of: Pick<Projector, 'status'>): Promise<string | null> {
    const { state, reason, position, head } = await of.status();
    if (state !== 'running') return reason ?? `The projector is ${state}.`;
    if (head === null) return 'The head of the log is not known.';
    return checkLag(position, head);
  }

  /** Whether another process keeps the read models current. */
  async function checkReadModels(): Promise<string | null> {
    const stale = await readStore.stale();
    if (stale.length > 0) return `The read models of ${stale.join(', ')} are not built yet.`;
    return checkLag(await readStore.checkpoint(), await store.head());
  }

  async function checkLag(position: string, head: string): Promise<string | null> {
    const lag = await store.distance(position, head);
    // At the start the read models have to reach what was there; later, and under load at any time, a small lag is normal.
    goal ??= head;
    caughtUp ||= lag === 0 || position >= goal;
    return !caughtUp || lag > READY_MAX_LAG ? `The read models are ${lag} events behind.` : null;
  }

  return { checkProjector, checkReadModels };
}

/** How many events reactors have parked, and why the first one is. */
function parkedProblem(reactors: readonly Pick<WorkersReactor, 'status'>[]): string | null {
  const parked = reactors.flatMap((reactor) => reactor.status()?.parked ?? []);
  const [first] = parked;
  return first === undefined ? null : `Reactors have parked ${parked.length} events. ${first.problem}`;
}

/** Turns a part's error into the reason why it is not ready. */
async function passes(part: { check(): Promise<void> }): Promise<null> {
  await part.check();
  return null;
}
