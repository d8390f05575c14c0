import { aggregates, commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { createProjector, type Projector } from '#projections/engine/projector.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { collections, projections, signals } from '#projections/registry.ts';
import { createHub, type Hub } from '#server/hub/hub.ts';
import { FEED_POLL_EVERY_MS } from '#server/hub/limits.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { reactorDeclarations } from '#server/nouns.ts';
import type { Logger } from '#server/observability/logging.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import type { Vault } from '#server/ports/vault.ts';
import { createKnownEras } from '#server/read/knownEras.ts';
import { createOpenReads } from '#server/read/openReads.ts';
import { createPersonalData } from '#server/read/personalData.ts';
import { type ClientCommands, createClientCommands } from '#server/write/clientCommands.ts';
import { createSharedOutcomes } from '#server/write/commandOutcomes.ts';
import { createDispatcher } from '#server/write/dispatcher.ts';
import { createMarks } from '#server/write/marks.ts';
import type { SimDisk } from '../simulate/simDisk.ts';
import type { EventLoop } from './queues.ts';
import type { World } from './world.ts';

/** The stores as a process sees them, its event loop, and where its errors go. */
export interface ProcessParts {
  readonly world: World;
  readonly loop: EventLoop;
  readonly store: EventStore;
  readonly vault: Pick<Vault, 'keys' | 'outcomes'>;
  readonly readStore: ReadStore;
  readonly disk: SimDisk;
  readonly logger: Logger;
}

/** The few people of a simulation act for very many. */
const UNBRAKED = { perMinute: 10_000_000, burst: 10_000_000 };
/** Milliseconds in which equal reads, and marks, are gathered: a turn of the event loop. */
const SOON_MS = 1;

/** An API process: the real entry of commands, behind the work that a command costs. */
export function openApi({ world, loop, store, vault, disk, logger }: ProcessParts): ClientCommands {
  const clock = () => new Date(world.time.clock.now());
  const log = createEventLog(store, vault.keys, eventDefinitions);
  const dispatcher = createDispatcher({
    ...{ store, log, media: disk.media, secrets: disk.secrets, clock, aggregates, commands: commandDefinitions },
    uptime: world.time.clock.now,
    outcomes: createSharedOutcomes(
      createMarks(vault.outcomes, () => soon(world)),
      clock,
    ),
  });
  const commands = createClientCommands({
    ...{ dispatcher, clock, rateShare: null, rates: { perUser: UNBRAKED, perAddress: UNBRAKED }, ofCommands: [] },
    onError: (error) => logger.error({ err: error }, 'A command failed.'),
  });
  return async (body, from) => {
    loop.machine.count('command');
    await loop.run(world.draw('command'));
    return commands(body, from);
  };
}

/** The next turn of an event loop. */
const soon = ({ time }: World) => new Promise<void>((resolve) => void time.after(SOON_MS, resolve));

/** A hub process: the real hub over the read models, tailing the feed by polls. */
export async function openHub(parts: ProcessParts): Promise<Hub> {
  const { world, loop, store, vault, readStore, logger } = parts;
  const { time } = world;
  const log = createEventLog(store, vault.keys, eventDefinitions);
  const personalData = createPersonalData({
    ...{ keys: log.keys, definitions: eventDefinitions, collections, uptime: time.clock.now },
    onWithheld: ({ reason }) => logger.error({ err: new Error(reason) }, 'A document is withheld.'),
  });
  const reads = createOpenReads(readStore, { open: (documents) => inParts(documents, personalData.open) });
  const eras = createKnownEras(store, time.clock);
  const hub = createHub({
    store: {
      ...reads,
      async feedAfter(...after) {
        const page = await reads.feedAfter(...after);
        const rows = page?.rows.length ?? 0;
        if (rows > 0) {
          loop.machine.count('row', rows);
          await loop.run(world.draw('row', rows));
        }
        return page;
      },
    },
    ...{ collections, signals, eras, logger, pollEveryMs: FEED_POLL_EVERY_MS },
    head: () => log.head(),
    dispatch: async () => ({ ok: true, position: null }),
    clock: { ...time.clock, soon: (callback) => void time.after(SOON_MS, callback) },
  });
  await hub.start();
  return hub;
}

/** The projector: the real one, behind the work that each event costs. */
export async function openProjector(parts: ProcessParts): Promise<Projector> {
  const { readStore, world, logger } = parts;
  const projector = createProjector({
    ...{ log: readBy(parts, 'folded'), store: readStore, projections, logger, clock: world.time.clock },
    onCommit: () => undefined,
  });
  await projector.start();
  return projector;
}

/** The worker: its readers of the log. What reactors then do is not played. */
export function openWorker(parts: ProcessParts, after: string): void {
  const log = readBy(parts, 'read');
  for (const [name] of reactorDeclarations) {
    log.subscribe(
      after,
      async () => undefined,
      (error) => parts.logger.error({ err: error }, `The reactor ${name} has stopped.`),
    );
  }
}

/** The log, whose subscriptions cost the reader's process what each event does. */
function readBy({ store, vault, world, loop }: ProcessParts, unit: 'folded' | 'read') {
  const { sealed } = createEventLog(store, vault.keys, eventDefinitions);
  const { time, insideMs, draw } = world;
  return {
    ...sealed,
    subscribe: (after: string, handle: Parameters<typeof sealed.subscribe>[1], onError: (error: Error) => void) =>
      sealed.subscribe(
        after,
        async (events) => {
          await new Promise<void>((resolve) => void time.after(insideMs, resolve));
          loop.machine.count(unit, events.length);
          await loop.run(draw(unit, events.length));
          await handle(events);
        },
        onError,
      ),
  };
}

/** Documents that are opened at once: more take several turns of the real event loop, which time does not wait for. */
const OPENED_AT_ONCE = 50;

async function inParts<Item>(
  items: readonly Item[],
  open: (part: readonly Item[]) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const opened: Item[] = [];
  for (let from = 0; from < items.length; from += OPENED_AT_ONCE) {
    opened.push(...(await open(items.slice(from, from + OPENED_AT_ONCE))));
  }
  return opened;
}
