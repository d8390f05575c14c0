import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { startCluster } from '#test/cluster/cluster.ts';
import type { QuadServer } from './runningServer.ts';

/** Starts a cluster in the place of the one server: its port is the balancer's, and it dies and starts as a whole. */
export async function startQuadCluster(environment: Readonly<Record<string, string>>): Promise<QuadServer> {
  const cluster = await startCluster({ environment });
  if ('skipped' in cluster) throw new Error(cluster.skipped);
  const { port, dataDir, nodes } = cluster;
  return {
    port,
    dataDir,
    host: (campus = DEFAULT_CAMPUS) => `${campus}.localhost:${port}`,
    origin: (campus = DEFAULT_CAMPUS, throughPort = port) => `http://${campus}.localhost:${throughPort}`,
    log: () => nodes.map((node) => `${node.name}:\n${node.log()}`).join('\n'),
    async start() {
      for (const node of nodes) node.launch();
      await cluster.ready();
    },
    kill: async () => void (await Promise.all(nodes.map((node) => node.kill()))),
    remove: () => cluster.remove(),
  };
}
