import { startChild } from '../child.ts';
import { below, type Figure, row } from '../figure.ts';
import type { ServerJobs } from '../processes/server.ts';
import { buildReadModels } from '../readModels.ts';
import { timed } from '../statistics.ts';

/** From starting the process to readiness, with current read models. */
export const coldStart: Figure = {
  name: 'cold-start',
  from: 'default',
  async measure(benchData) {
    const events = benchData.pick({ quick: 10_000, default: 100_000, full: 1_000_000 });
    const { dataDir } = await benchData.community(events);
    await buildReadModels(dataDir);
    const { ms } = await timed(async () => {
      const server = startChild<ServerJobs>('server');
      benchData.after(() => server.end('SIGKILL'));
      const { port } = await server.ask('start', { dataDir, port: 0 });
      for (let ready = false; !ready; ) {
        ready = (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
      }
    });
    const name = `cold start with ${events.toLocaleString('en-US')} events, to ready`;
    return [row(name, ms / 1_000, 's', { goal: below(2) })];
  },
};
