import { now } from '../clients/senders.ts';
import { below, type Figure, row } from '../figure.ts';
import { FEED, openStage } from '../stage.ts';
import { quantile } from '../statistics.ts';

const NONE = { text: '0', isMet: ({ value }: { value: number }) => value === 0 };

/** Kills the server and restarts it: the time until all clients are up to date, and whether any event is lost. */
export const restart: Figure = {
  name: 'restart',
  from: 'default',
  async measure(benchData) {
    const rows = [];
    for (const count of benchData.scale === 'full' ? [1_000, 5_000] : [1_000]) {
      const { users, load, port, restart } = await openStage(benchData);
      await load.ask('openReaders', { port, topic: FEED, count });
      const posts = await load.ask('readersHold', 'posts');
      // Rows are published just before the end, and after it.
      await load.ask('sendSteadily', { port, users, posts, milliseconds: 500, perSecond: 100 });
      const from = now();
      await restart();
      const to = now();
      const { milliseconds, lost } = await load.ask('awaitReturn', { from, to });
      const { differing } = await load.ask('compare', { port, topic: FEED });
      const name = `restart with ${count.toLocaleString('en-US')} clients`;
      rows.push(
        row(`${name}, up to date, p95`, quantile(milliseconds, 0.95) / 1_000, 's', { goal: below(3) }),
        row(`${name}, lost or different`, lost + differing, 'clients', { goal: NONE }),
      );
      await benchData.endFigure();
    }
    return rows;
  },
};

/** Clients that drop at random under a steady stream: nothing is missed, and coming back is quick. */
export const drops: Figure = {
  name: 'drops',
  from: 'default',
  async measure(benchData) {
    const milliseconds = benchData.pick({ quick: 10_000, default: 20_000, full: 120_000 });
    const count = benchData.pick({ quick: 100, default: 200, full: 500 });
    const { users, load, port } = await openStage(benchData);
    await load.ask('openReaders', { port, topic: FEED, count });
    const posts = await load.ask('readersHold', 'posts');
    const stream = load.ask('sendSteadily', { port, users, posts, milliseconds, perSecond: 50 });
    const took = await load.ask('dropAtRandom', { milliseconds });
    await stream;
    const { differing } = await load.ask('compare', { port, topic: FEED });
    return [
      row(`${count} clients that drop, up to date after coming back, p99`, quantile(took, 0.99) / 1_000, 's', {
        goal: below(1),
      }),
      row(`${count} clients that drop, with anything missing`, differing, 'clients', { goal: NONE }),
    ];
  },
};
