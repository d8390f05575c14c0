import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '#server/config.ts';
import { type KurrentProcess, startKurrent } from '#test/doubles/kurrent/startKurrent.ts';
import { type MongoServer, startMongo } from '#test/doubles/mongo/startMongo.ts';
import { startTypesense, type TypesenseServer } from '#test/doubles/typesense/startTypesense.ts';
import { freePort } from '#test/e2e/harness/freePort.ts';
import { type Balancer, startBalancer } from './balancer.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Module that ends a process with this one, also when this one is killed. */
const ENDS_WITH_PARENT = join(import.meta.dirname, 'endsWithParent.ts');
/**
 * Milliseconds that a process may take to be ready, the building of read models included. The time in which it waits for
 * a processor does not count: on a machine with too much to do that is nearly all of it.
 */
const READY_MAX_MS = 60_000;
/** Milliseconds between two looks whether a process is ready. */
const LOOK_EVERY_MS = 100;
const NS_PER_MS = 1e6;

/** The settings of one life of a process, besides those that all have. */
export interface NodeLife {
  /** Modules that are loaded before it. */
  readonly preload?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** A process of a cluster. */
export interface ClusterNode {
  readonly name: string;
  readonly role: Role;
  readonly port: number;
  /** Of its life now; `null`: it does not run. */
  pid(): number | null;
  /** Starts it, unless it runs; does not wait. */
  launch(life?: NodeLife): void;
  /** Resolves when it is ready; or when it answers at all, if it has a trouble that keeps it from being ready. */
  ready(isTroubled?: boolean): Promise<void>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Ends it as an operator does. @returns its exit code */
  terminate(): Promise<number | null>;
  /** Everything that it has printed, over all its lives. */
  log(): string;
}

/** Addresses of the engines of a cluster; without `typesense` it searches by FTS5. */
export interface EngineAddresses {
  readonly eventStoreUrl: string;
  readonly mongoUrl: string;
  readonly typesense?: Pick<TypesenseServer, 'url' | 'apiKey'>;
}

/** The engines that run for a cluster. */
interface Engines {
  readonly events: KurrentProcess;
  readonly mongo: MongoServer;
  /** `null`: it was not asked for, or this machine has none. */
  readonly typesense: TypesenseServer | null;
}

/** Processes with a role each over shared engines, behind a load balancer. */
export interface Cluster extends Engines {
  /** Port of the balancer: pages use this one. */
  readonly port: number;
  readonly dataDir: string;
  /** Addresses of the engines, as the processes have them. */
  readonly engines: EngineAddresses;
  /** In the order in which they came. */
  readonly nodes: readonly ClusterNode[];
  /**
   * Brings one process more, which does not run yet. The balancer tries it too, and passes it over while it does not
   * listen.
   *
   * @param root folder of the release that it runs
   * @param variables environment variables of its own
   */
  bring(name: string, role: Role, root: string): Promise<ClusterNode>;
  /** Resolves when every process is ready; see `ClusterNode`. */
  ready(isTroubled?: boolean): Promise<void>;
  /** Ends everything and deletes its data. */
  remove(): Promise<void>;
}

/** Processes of each role. */
export type ClusterShape = Readonly<Record<Role, number>>;

/** Two of what people reach, an active projector and a spare, and a worker. */
export const CLUSTER: ClusterShape = { api: 2, hub: 2, projector: 2, worker: 1 };

export interface ClusterOptions {
  readonly shape?: ClusterShape;
  /** Environment variables of every process, besides those of the cluster. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Of the first life of every process. */
  readonly life?: NodeLife;
  /** Port of the balancer; default: a free one. */
  readonly port?: number;
  /** Folder for pictures and mails, which stays; default: a new one, deleted at the end. */
  readonly dataDir?: string;
  /** It searches by a Typesense where this machine has one; else the reason is printed, and it searches by FTS5. */
  readonly hasTypesense?: boolean;
}

/** Starts the engines. @returns the reason if this machine lacks one that no cluster does without */
async function startEngines(hasTypesense: boolean): Promise<Engines | { readonly skipped: string }> {
  const mongo = await startMongo({ stoppable: true });
  if ('skipped' in mongo) return mongo;
  const events = await startKurrent();
  const typesense = hasTypesense ? await startTypesense({ stoppable: true }) : null;
  if (typesense === null || !('skipped' in typesense)) return { mongo, events, typesense };
  process.stderr.write(`The cluster searches by FTS5. ${typesense.skipped}\n`);
  return { mongo, events, typesense: null };
}

/** A connection string of MongoDB with the database of the cluster; its options stay. */
function withDatabase(url: string): string {
  const [servers = '', ...options] = url.split('?');
  return [`${servers.replace(/\/+$/, '')}/quad`, ...options].join('?');
}

function addressesOf({ events, mongo, typesense }: Engines): EngineAddresses {
  return {
    eventStoreUrl: events.url,
    mongoUrl: withDatabase(mongo.url),
    ...(typesense !== null && { typesense: { url: typesense.url, apiKey: typesense.apiKey } }),
  };
}

/**
 * Starts the engines (the double of KurrentDB, a FerretDB, a Typesense if it is asked for), the processes and the
 * balancer.
 *
 * @returns the reason if this machine lacks an engine
 */
export async function startCluster({
  shape = CLUSTER,
  environment = {},
  life = {},
  ...options
}: ClusterOptions = {}): Promise<Cluster | { readonly skipped: string }> {
  const running = await startEngines(options.hasTypesense === true);
  if ('skipped' in running) return running;
  const engines = addressesOf(running);
  const folder = mkdtempSync(join(tmpdir(), 'quad-cluster-'));
  const dataDir = options.dataDir ?? join(folder, 'data');
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    CLIENT_DIR: process.env.CLIENT_DIR ?? join(ROOT, 'dist'),
    QUAD_ENV: 'development',
    LOG_LEVEL: 'info',
    EVENTSTORE_URL: engines.eventStoreUrl,
    MONGO_URL: engines.mongoUrl,
    ...(engines.typesense && { TYPESENSE_URL: engines.typesense.url, TYPESENSE_API_KEY: engines.typesense.apiKey }),
    ...environment,
  };
  const nodes: ClusterNode[] = [];
  const ports: Record<Role, number[]> = { api: [], hub: [], projector: [], worker: [] };
  async function bring(name: string, role: Role, root: string): Promise<ClusterNode> {
    const node = createNode({ name, role, port: await freePort(), root, env });
    nodes.push(node);
    ports[role].push(node.port);
    return node;
  }
  for (const role of ['projector', 'api', 'hub', 'worker'] as const) {
    for (let n = 1; n <= shape[role]; n += 1) await bring(`${role}-${n}`, role, ROOT);
  }
  for (const node of nodes) node.launch(life);
  let balancer: Balancer | null = null;
  const cluster = {
    dataDir,
    engines,
    nodes,
    bring,
    ...running,
    async ready(isTroubled = false) {
      await Promise.all(nodes.map((node) => node.ready(isTroubled)));
    },
    async remove() {
      await balancer?.close();
      await Promise.all(nodes.map((node) => node.terminate()));
      await running.events.dispose();
      await running.mongo.dispose();
      await running.typesense?.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await cluster.ready();
    balancer = await startBalancer(options.port ?? (await freePort()), ports);
    return { ...cluster, port: balancer.port };
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}

/** Resolves when a process is ready. @throws Error it ended, or took too long of its own time */
async function isReady(of: {
  readonly name: string;
  readonly port: number;
  readonly process: () => ChildProcess | null;
  readonly log: () => string;
  readonly isTroubled: boolean;
}): Promise<void> {
  const { name, port, log } = of;
  const startedAt = performance.now();
  const before = starvedMs(of.process());
  let starved = before;
  for (let last = 'it does not listen'; ; ) {
    const child = of.process();
    if (child?.exitCode != null) throw new Error(`${name} ended by itself:\n${log()}`);
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    if (answer?.ok || (of.isTroubled && answer !== null)) return;
    if (answer !== null) last = await answer.text();
    starved = Math.max(starved, starvedMs(child));
    if (performance.now() - startedAt - (starved - before) > READY_MAX_MS) {
      throw new Error(`${name} is not ready after ${READY_MAX_MS} ms of its own time: ${last}`);
    }
    await pause(LOOK_EVERY_MS);
  }
}

/** Milliseconds for which a process has waited for a processor in its life, where the system counts them. */
function starvedMs(child: ChildProcess | null): number {
  try {
    // Nanoseconds on a processor, nanoseconds of waiting for one, and how often it had one.
    const [, waited] = readFileSync(`/proc/${child?.pid}/schedstat`, 'utf8').split(' ');
    return Number(waited) / NS_PER_MS;
  } catch {
    // Only Linux counts them, and only of a process that is there.
    return 0;
  }
}

interface NodeOptions extends Pick<ClusterNode, 'name' | 'role' | 'port'> {
  /** Folder of its release. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

function createNode({ name, role, port, root, env }: NodeOptions): ClusterNode {
  const output: string[] = [];
  let child: ChildProcess | null = null;

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = child;
    child = null;
    if (ending === null) return null;
    if (ending.exitCode !== null || ending.signalCode !== null) return ending.exitCode;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  }

  return {
    name,
    role,
    port,
    pid: () => child?.pid ?? null,
    launch({ preload = [], variables = {} } = {}) {
      if (child !== null) return;
      const imports = [ENDS_WITH_PARENT, ...preload].flatMap((path) => ['--import', path]);
      const words = [...imports, 'server/main.ts', '--empty', '--role', role];
      const started = spawn(process.execPath, words, {
        cwd: root,
        env: { ...env, ...variables, PORT: String(port) },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
      }
    },
    ready: (isTroubled = false) =>
      isReady({ name, port, process: () => child, log: () => output.join(''), isTroubled }),
    kill: async () => void (await end('SIGKILL')),
    terminate: () => end('SIGTERM'),
    log: () => output.join(''),
  };
}
