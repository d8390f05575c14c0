import { order } from '#scripts/cli/order.ts';
import { below, type Figure, row } from '../figure.ts';
import { FEED, openStage, sample } from '../stage.ts';

const DELAY_P99 = 'quad_event_loop_delay_seconds{quantile="0.99"}';
const MS_PER_SECOND = 1_000;

/** Delay of the server's event loop while a rebuild and a write load run, beside the same load without the rebuild. */
export const eventLoop: Figure = {
  name: 'event-loop',
  from: 'quick',
  async measure(benchData) {
    const events = benchData.pick({ quick: 10_000, default: 100_000, full: 100_000 });
    const { community, users, load, port } = await openStage(benchData, { events });
    const { posts } = await load.ask('openFollower', { port, topic: FEED });
    const send = (milliseconds: number, skip: number) =>
      load.ask('sendSteadily', { port, users, posts, milliseconds, perSecond: 200, skip });
    await send(1_600, 0);
    await sample(port, DELAY_P99);
    await send(2_880, 320);
    const alone = await sample(port, DELAY_P99);

    let isRebuilding = true;
    const rebuild = order(community.dataDir, 'rebuild', null, () => undefined).finally(() => {
      isRebuilding = false;
    });
    let skip = 896;
    do {
      await send(960, skip);
      skip += 192;
    } while (isRebuilding);
    await rebuild;
    const delay = await sample(port, DELAY_P99);
    return [
      row('event-loop delay, 200 commands/s, p99', alone * MS_PER_SECOND, 'ms'),
      row('event-loop delay, 200 commands/s and a rebuild, p99', delay * MS_PER_SECOND, 'ms', { goal: below(20) }),
    ];
  },
};
