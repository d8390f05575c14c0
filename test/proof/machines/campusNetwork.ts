import { campuses as allCampuses, GENERIC_CAMPUS } from '#domain/campus/registry.ts';
import { effectiveCommandId, eventId } from '#domain/kernel/ids.ts';
import type { Projector } from '#projections/engine/projector.ts';
import { projections } from '#projections/registry.ts';
import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { countedPositions } from '#server/engines/position.ts';
import type { Hub } from '#server/hub/hub.ts';
import type { Logger } from '#server/observability/logging.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import type { ClientCommands } from '#server/write/clientCommands.ts';
import { writtenPost } from '#test/model/post/bulk.ts';
import { arrival } from '#test/model/user/bulk.ts';
import { idOf } from '#test/server/support/people.ts';
import { SimDisk } from '../simulate/simDisk.ts';
import { assumptions } from './behaviour.ts';
import { type Layout, type Role, roles } from './layout.ts';
import { openApi, openHub, openProjector, openWorker, type ProcessParts } from './processes.ts';
import { EventLoop, Machine } from './queues.ts';
import { createEngines, remoteEventStore, remoteReadStore, remoteVault } from './remoteStores.ts';
import type { World } from './world.ts';

/** All campuses of the product. */
const CAMPUSES = allCampuses.map(({ id }) => id).filter((id) => id !== GENERIC_CAMPUS);
/** People of a campus who act for all of it, and posts that they have written before. */
const PEOPLE = 12;
const POSTS = 10;
/** Most milliseconds until projectors and hubs have started. */
const CATCH_UP_MS = 30_000;
/** Milliseconds between two looks whether something has come to its end. */
const LOOK_EVERY_MS = 50;

/** A campus as those who act on it know it. */
export interface SimCampus {
  readonly id: string;
  readonly people: readonly string[];
  /** Ids of its posts, oldest first; those who write add to it. */
  readonly posts: string[];
}

export interface HubProcess {
  readonly loop: EventLoop;
  readonly hub: Hub;
}

export interface ApiProcess {
  readonly loop: EventLoop;
  readonly commands: ClientCommands;
}

/** Machines with their processes: the product's roles over engines on machines of their own. */
export interface CampusNetwork {
  readonly machines: readonly Machine[];
  readonly campuses: readonly SimCampus[];
  readonly apis: readonly ApiProcess[];
  readonly hubs: readonly HubProcess[];
  readonly projector: Projector;
  /** The machine that readers are answered by. */
  readonly readMachine: Machine;
  /** Position of the last event. */
  head(): Promise<string>;
  /** Errors that are nobody's fault but the program's. */
  readonly errors: readonly unknown[];
}

/**
 * Starts a network of campuses. Each machine of the API and of the hubs runs a process a core.
 *
 * @param landed called with every append of a command when the event store has it
 */
export async function startNetwork(
  world: World,
  { layout, campuses = CAMPUSES.length }: { readonly layout: Layout; readonly campuses?: number | undefined },
  landed: (position: string, commandId: string) => void,
): Promise<CampusNetwork> {
  const { time } = world;
  const cores = assumptions.cores.value;
  const machinesOf = (role: Role) =>
    Array.from({ length: layout[role] }, (_, n) => new Machine(`${role} ${n + 1}`, role, cores, time));
  const byRole = Object.fromEntries(roles.map((role) => [role, machinesOf(role)])) as Record<Role, Machine[]>;
  const ids = CAMPUSES.slice(0, campuses);
  const disk = new SimDisk(countedPositions);
  const settled = await settle(disk, ids);
  const [eventMachine] = byRole.eventStore as [Machine];
  const [readMachine] = byRole.readStore as [Machine];
  const engines = createEngines(world);
  const readStore = remoteReadStore(createMemoryReadStore({ projections }), readMachine, engines);
  const errors: unknown[] = [];
  const parts = (loop: EventLoop): ProcessParts => ({
    ...{ world, loop, readStore, disk, logger: noting(errors) },
    store: remoteEventStore(disk.events, eventMachine, engines, landed),
    vault: remoteVault(disk.vault, readMachine, engines),
  });

  const [projectorMachine] = byRole.projector as [Machine];
  const projector = await passing(world, openProjector(parts(new EventLoop(projectorMachine))), CATCH_UP_MS);
  await passing(world, projector.waitFor(await disk.events.head(), CATCH_UP_MS), CATCH_UP_MS);
  for (const machine of byRole.worker) openWorker(parts(new EventLoop(machine)), await disk.events.head());
  const loopsOf = (role: Role) =>
    byRole[role].flatMap((machine) => Array.from({ length: cores }, () => new EventLoop(machine)));
  const apis = loopsOf('api').map((loop) => ({ loop, commands: openApi(parts(loop)) }));
  const hubs: HubProcess[] = [];
  const startHubs = async () => {
    for (const loop of loopsOf('hub')) hubs.push({ loop, hub: await openHub(parts(loop)) });
  };
  await passing(world, startHubs(), CATCH_UP_MS);
  return {
    ...{ machines: Object.values(byRole).flat(), campuses: settled, apis, hubs, projector, readMachine, errors },
    head: () => disk.events.head(),
  };
}

/** Lets time pass until something has come to its end. @throws Error it took longer than that, or failed */
export async function passing<T>({ time }: World, work: Promise<T>, milliseconds: number): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  for (let passed = 0; passed < milliseconds && !isOver; passed += LOOK_EVERY_MS) await time.pass(LOOK_EVERY_MS);
  if (!isOver) throw new Error(`It took longer than ${milliseconds} ms.`);
  return work;
}

/** Writes people and posts of each campus to the log. */
async function settle(disk: SimDisk, ids: readonly string[]): Promise<readonly SimCampus[]> {
  const append = async (commandId: string, actor: string, campus: string, made: ReturnType<typeof writtenPost>) => {
    const at = '2026-02-28T12:00:00.000Z';
    const meta = { commandId, commandHash: '0'.repeat(64), actor, campus, at, causedBy: null };
    const events = made.events.map((event, index) => ({ ...event, id: eventId(commandId, index), meta }));
    await disk.events.append(made.stream, NO_STREAM, await disk.log.seal(events));
  };
  let index = 0;
  const settled: SimCampus[] = [];
  for (const id of ids) {
    const people: string[] = [];
    for (let n = 0; n < PEOPLE; n += 1) {
      const commandId = idOf(`arrival ${id} ${n}`);
      const { userId, ...made } = arrival(commandId, index, id);
      index += 1;
      people.push(userId);
      await append(commandId, userId, id, made);
    }
    const posts: string[] = [];
    for (let n = 0; n < POSTS; n += 1) {
      const actor = people[n % PEOPLE] ?? '';
      const commandId = effectiveCommandId(actor, idOf(`post ${id} ${n}`));
      const made = writtenPost({ commandId, actor, campus: id }, null);
      posts.push(made.stream.slice('post-'.length));
      await append(commandId, actor, id, made);
    }
    settled.push({ id, people, posts });
  }
  return settled;
}

function noting(errors: unknown[]): Logger {
  const nothing = () => undefined;
  return {
    ...{ debug: nothing, info: nothing, warn: nothing },
    error: (fields, message) => void errors.push((fields as { readonly err?: unknown }).err ?? new Error(message)),
  };
}
