import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Cluster, type ClusterNode, type ClusterShape, startCluster } from '#test/cluster/cluster.ts';
import { isError, METRICS_TOKEN, SABOTAGE_PRELOAD, type ServerProcess, searchLagAt } from './serverProcess.ts';

const SHAPE: ClusterShape = { api: 2, hub: 2, projector: 2, worker: 2 };
/** Times that a cluster over the doubles is slower than one server: a FerretDB on SQLite writes 10 to 40 commits a second. */
export const CLUSTER_SLOWNESS = 10;
/** Milliseconds after an engine is back in which processes may still log that it was away. */
const AFTERMATH_MS = 2_000;

/** A cluster that is used and checked as the one server is. */
export interface ClusterServer extends ServerProcess {
  readonly cluster: Cluster;
  /** The process that has a lease now, by what the processes have logged. */
  holderOf(lease: string): ClusterNode;
  /** An engine goes away now: processes may log that. The answer ends it. */
  engineGoesAway(): () => void;
}

export interface ClusterServerOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly sabotage?: string | undefined;
  /** Processes of each role; default: two of each, so that there is a spare for all that one process at a time does. */
  readonly shape?: ClusterShape;
  /** It searches by a Typesense, where this machine has one. */
  readonly hasTypesense?: boolean;
}

/** Starts the engines and all processes. @throws Error this machine lacks an engine */
export async function startClusterServer(options: ClusterServerOptions): Promise<ClusterServer> {
  const { dataDir, port, sabotage, shape = SHAPE, hasTypesense = false } = options;
  const broken = { NODE_OPTIONS: `--import=${SABOTAGE_PRELOAD}`, QUAD_SABOTAGE: sabotage ?? '' };
  const cluster = await startCluster({
    shape,
    dataDir,
    port,
    hasTypesense,
    // Each person has an address of their own, because brakes are not tested here.
    environment: { TRUSTED_PROXIES: '1', METRICS_TOKEN, ...(sabotage !== undefined && broken) },
  });
  if ('skipped' in cluster) throw new Error(cluster.skipped);
  const outages: { readonly from: number; to: number }[] = [];
  const isFault = (line: string) => isError(line) && !outages.some(({ from, to }) => isWithin(line, from, to));
  return {
    stores: { dataDir, ...cluster.engines },
    port,
    cluster,
    launch: () => cluster.nodes.forEach((node) => void node.launch()),
    ready: () => cluster.ready(),
    usualStartMs: () => 0,
    async kill() {
      await cluster.remove();
      // Kept if there are findings.
      const folder = dirname(dataDir);
      if (existsSync(folder))
        for (const node of cluster.nodes) writeFileSync(join(folder, `${node.name}.log`), node.log());
    },
    async terminate() {
      const codes = await Promise.all(cluster.nodes.map((node) => node.terminate()));
      // `null`: it did not run.
      return codes.find((code) => code !== 0 && code !== null) ?? 0;
    },
    errors: () =>
      cluster.nodes.flatMap((node) => {
        const lines = node.log().split('\n').filter(isWhole).filter(isFault);
        return lines.map((line) => `${node.name}: ${line}`);
      }),
    async searchLag() {
      const projectors = cluster.nodes.filter(({ role }) => role === 'projector');
      const lags = await Promise.all(projectors.map((node) => searchLagAt(node.port)));
      // Those that stand by know of none.
      return lags.find((lag) => lag !== null) ?? null;
    },
    holderOf(lease) {
      const [latest] = cluster.nodes
        .flatMap((node) => leasesOf(node).map((each) => ({ ...each, node })))
        .filter(({ name }) => name === lease)
        .sort((a, b) => b.epoch - a.epoch);
      if (latest === undefined) throw new Error(`No process has had the lease ${lease}.`);
      return latest.node;
    },
    engineGoesAway() {
      const outage = { from: Date.now(), to: Number.POSITIVE_INFINITY };
      outages.push(outage);
      return () => {
        outage.to = Date.now() + AFTERMATH_MS;
      };
    },
  };
}

/** A line that a kill cut off says nothing. */
function isWhole(line: string): boolean {
  return !line.startsWith('{') || line.endsWith('}');
}

function isWithin(line: string, from: number, to: number): boolean {
  const at = line.startsWith('{') ? Date.parse(String((JSON.parse(line) as { at?: unknown }).at)) : Number.NaN;
  return at >= from && at <= to;
}

/** Leases that a process has got, by its log. */
function leasesOf(node: ClusterNode): { readonly name: string; readonly epoch: number }[] {
  const lines = node
    .log()
    .split('\n')
    .filter((line) => line.includes('has the lease') && isWhole(line));
  return lines.map((line) => {
    const { lease, epoch } = JSON.parse(line) as { readonly lease: string; readonly epoch: number };
    return { name: lease, epoch };
  });
}
