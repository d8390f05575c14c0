import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { callControl } from '#server/roles/control.ts';
import { networkStoresBeside } from '#server/roles/networkEngines.ts';
import { startCluster } from '#test/cluster/cluster.ts';
import { preloads } from './preloads.ts';
import type { QuadServer } from './runningServer.ts';

/** Starts a cluster in the place of the one server: its port is the balancer's, and it dies and starts as a whole. */
export async function startQuadCluster(environment: Readonly<Record<string, string>>): Promise<QuadServer> {
  const cluster = await startCluster({ environment, life: { preload: preloads(0) } });
  if ('skipped' in cluster) throw new Error(cluster.skipped);
  const { port, dataDir, nodes, engines } = cluster;
  return {
    port,
    dataDir,
    host: (campus = DEFAULT_CAMPUS) => `${campus}.localhost:${port}`,
    origin: (campus = DEFAULT_CAMPUS, throughPort = port) => `http://${campus}.localhost:${throughPort}`,
    log: () => nodes.map((node) => `${node.name}:\n${node.log()}`).join('\n'),
    async order(name, args) {
      const holder = await networkStoresBeside({ dataDir, ...engines }).findHolder();
      if (holder === null || holder === 'unknown' || holder.control === null) throw new Error('No process projects.');
      return callControl(holder.control, name, args, () => undefined);
    },
    async start({ clockAheadMs = 0, isTroubled = false } = {}) {
      const variables = { QUAD_CLOCK_AHEAD_MS: String(clockAheadMs) };
      for (const node of nodes) node.launch({ preload: preloads(clockAheadMs), variables });
      await cluster.ready(isTroubled);
    },
    kill: async () => void (await Promise.all(nodes.map((node) => node.kill()))),
    remove: () => cluster.remove(),
  };
}
