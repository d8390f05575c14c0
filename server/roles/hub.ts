import type { EventLog } from '#projections/engine/eventLog.ts';
import { collections, signals } from '#projections/registry.ts';
import { createHub, type Hub } from '../hub/hub.ts';
import { systemHubClock } from '../hub/ports.ts';
import type { Logger } from '../observability/logging.ts';
import type { SignalRelay } from '../ports/signalRelay.ts';
import type { KnownEras } from '../read/knownEras.ts';
import type { OpenReads } from '../read/openReads.ts';
import type { ClientCommands } from '../write/clientCommands.ts';
import type { Closing } from './closing.ts';
import type { Stores } from './stores.ts';

/** Ports of the hub. */
export interface HubPorts {
  readonly reads: OpenReads;
  readonly eras: KnownEras;
  readonly log: Pick<EventLog, 'head'>;
  readonly commands: ClientCommands;
  /** Milliseconds between two polls of the feed; left out where the projector of this process wakes the hub. */
  readonly pollEveryMs?: number | undefined;
  /** Called when all rows up to a position are handed to their sockets. */
  readonly onPublished?: ((position: string) => void) | undefined;
  /** Of one socket; default: `MESSAGES_PER_MINUTE`. */
  readonly messagesPerMinute?: number | undefined;
  /** Brings signals to the hubs of other processes; `null`: there are none. */
  readonly relay: SignalRelay | null;
  readonly logger: Logger;
}

/** Brings signals to the hubs of other processes; `null`: there are none. */
export async function openRelay(
  stores: Pick<Stores, 'openSignalRelay'>,
  closing: Closing,
  logger: Logger,
): Promise<SignalRelay | null> {
  const relay = await stores.openSignalRelay((error) => {
    logger.warn({ err: error }, 'Signals of other processes do not come; the hub tries again.');
  });
  if (relay !== null) closing.add('signals', () => relay.close());
  return relay;
}

/** The role that pushes changes to open pages. Starts once the read models are ready to be read. */
export function openHub(ports: HubPorts, closing: Closing): Hub {
  const { reads, eras, log, commands, pollEveryMs, onPublished, messagesPerMinute, relay, logger } = ports;
  const hub = createHub({
    store: reads,
    collections,
    signals,
    eras,
    head: () => log.head(),
    dispatch: commands,
    clock: systemHubClock,
    logger,
    ...(pollEveryMs !== undefined && { pollEveryMs }),
    ...(onPublished !== undefined && { onPublished }),
    ...(relay !== null && { relay }),
    ...(messagesPerMinute !== undefined && { messagesPerMinute }),
  });
  closing.add('hub', () => hub.close());
  return hub;
}
