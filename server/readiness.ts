import type { EventLog } from '#projections/engine/eventLog.ts';
import type { Projector } from '#projections/engine/projector.ts';
import type { HealthCheck } from './http/health.ts';
import type { MediaStore } from './ports/media.ts';
import type { ReactorRunner } from './reactors/runner.ts';

/** Events by which the read models may be behind under load before the server counts as not ready. */
export const READY_MAX_LAG = 1_000;

/** What has to be well for the server to serve people. */
export function healthChecks(parts: {
  readonly log: Pick<EventLog, 'head'>;
  readonly projector: Pick<Projector, 'status' | 'position'>;
  readonly media: Pick<MediaStore, 'check'>;
  readonly reactors: readonly ReactorRunner[];
}): readonly HealthCheck[] {
  const { log, projector, media, reactors } = parts;
  let caughtUp = false;

  async function checkProjector(): Promise<string | null> {
    const { state, reason, position, head } = await projector.status();
    if (state !== 'running') return reason ?? `The projector is ${state}.`;
    if (head === null) return 'The head of the log is not known.';
    const lag = Number(head) - Number(position);
    // From the start everything has to be there; later a little lag is the rule, not a fault.
    caughtUp ||= lag === 0;
    return !caughtUp || lag > READY_MAX_LAG ? `The read models are ${lag} events behind.` : null;
  }

  return [
    {
      name: 'log',
      check: async () => {
        await log.head();
        return null;
      },
    },
    { name: 'projector', check: checkProjector },
    {
      name: 'media',
      check: async () => {
        await media.check();
        return null;
      },
    },
    ...reactors.map((reactor) => ({
      name: `reactor:${reactor.status().name}`,
      check: async () => reactor.status().problem,
    })),
  ];
}
