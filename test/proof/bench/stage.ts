import type { BenchData } from './benchData.ts';
import { type Child, startChild } from './child.ts';
import { BENCH_CAMPUS, type Community } from './community.ts';
import { METRICS_TOKEN } from './metricsToken.ts';
import type { LoadJobs } from './processes/load.ts';
import type { ServerJobs } from './processes/server.ts';
import { buildReadModels } from './readModels.ts';
import { type SignedInUser, signIn } from './sessions.ts';

/** Topic that readers follow. */
export const FEED = `feed:${BENCH_CAMPUS}`;

/** A server and its clients, each in a process of its own. */
export interface Stage {
  readonly community: Community;
  readonly users: readonly SignedInUser[];
  readonly server: Child<ServerJobs>;
  readonly load: Child<LoadJobs>;
  readonly port: number;
  /** Kills the server and starts it again on the same port and folder. */
  restart(): Promise<void>;
}

interface StageOptions {
  readonly events?: number;
  readonly users?: number;
  /** Port on this machine at which every other site is found; left out: there are no previews of links. */
  readonly foreignSite?: number;
  /** Writes to the log before the read models are built. */
  readonly prepare?: (community: Community) => Promise<void>;
}

/** Starts a server on a community, with current read models and that many people signed in. */
export async function openStage(benchData: BenchData, options: StageOptions = {}): Promise<Stage> {
  const { events = 10_000, users = 64, foreignSite, prepare } = options;
  const community = await benchData.community(events);
  await prepare?.(community);
  await buildReadModels(community.dataDir);
  const signedIn = await signIn(community.dataDir, community.people.slice(0, users));
  let server = startChild<ServerJobs>('server');
  const load = startChild<LoadJobs>('load');
  benchData.after(async () => {
    await load.end('SIGKILL');
    await server.end('SIGKILL');
  });
  const { port } = await server.ask('start', { dataDir: community.dataDir, port: 0, foreignSite });
  return {
    community,
    users: signedIn,
    get server() {
      return server;
    },
    load,
    port,
    async restart() {
      await server.end('SIGKILL');
      server = startChild<ServerJobs>('server');
      await server.ask('start', { dataDir: community.dataDir, port, foreignSite });
    },
  };
}

/** A sample of `/metrics`; `NaN` when none has that name and labels. */
export async function sample(port: number, name: string): Promise<number> {
  return sampleIn(await metricsOf(port), name);
}

/** The whole of `/metrics`. */
export async function metricsOf(port: number): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
}

export function sampleIn(text: string, name: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? Number.NaN : Number(line.slice(name.length + 1));
}
