import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { NOTIFIED_AT_ONCE_MAX } from '#domain/notification/limits.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { sentences } from '#test/model/post/bulk.ts';
import { now } from '../clients/senders.ts';
import { arrive, BENCH_CAMPUS, crowd } from '../community.ts';
import { below, type Figure, row } from '../figure.ts';
import { openStage, sample } from '../stage.ts';

const DELAY_P99 = 'quad_event_loop_delay_seconds{quantile="0.99"}';
const MS_PER_SECOND = 1_000;
/** People who look on: of those who wrote first, so they are notified last. */
const ONLOOKERS = 8;

/** The delay of the server's event loop while it notifies everybody who has written in a thread of thousands. */
export const crowdedThread: Figure = {
  name: 'crowded-thread',
  from: 'default',
  async measure(benchData) {
    const size = benchData.pick({ quick: 500, default: 5_000, full: 5_000 });
    let root = '';
    let early: readonly string[] = [];
    const { users, load, port } = await openStage(benchData, {
      users: ONLOOKERS + 1,
      async prepare(made) {
        const { people } = made;
        early = people.slice(1, ONLOOKERS + 1);
        root = await crowd(made, early, early.length);
        // With the one who writes.
        const late = await arrive(made, size - ONLOOKERS - 1);
        // A second comment of those who are in it changes nothing: they joined before the others.
        await crowd(made, [...early, ...late], size - 1);
      },
    });
    const [writer, ...others] = users;
    if (writer === undefined) throw new Error('Nobody is signed in.');
    const listeners = others.map(({ userId, cookie }) => ({
      topic: topicName.unreadNotifications(BENCH_CAMPUS, userId),
      cookie,
    }));
    await load.ask('openListeners', { port, listeners });
    const command = () => {
      const data = { text: sentences(1), media: [], root, parent: root };
      return { id: uuidv7(), actor: writer.userId, type: 'AddComment', version: 1, data };
    };
    /** Everybody but the author of the post has one notification more. */
    let heard = 0;
    const comment = async () => {
      const from = now();
      await load.ask('give', { port, user: writer, command: command() });
      heard += others.length;
      const arrivals = await load.ask('heard', { count: heard });
      if (arrivals.length < heard) throw new Error(`${heard - arrivals.length} of ${heard} were not notified.`);
      return now() - from;
    };
    // Code that runs for the first time is slow.
    await comment();
    await sample(port, DELAY_P99);
    const took = await comment();
    const delay = await sample(port, DELAY_P99);
    // As long without any work: what is left is the machine's.
    await pause(took);
    const idle = await sample(port, DELAY_P99);
    const about = `a comment in a thread of ${size.toLocaleString('en-US')}, ${NOTIFIED_AT_ONCE_MAX} at once`;
    return [
      row(`${about}: until the last is notified`, took, 'ms'),
      row(`${about}: event-loop delay, p99`, delay * MS_PER_SECOND, 'ms', {
        limit: idle * MS_PER_SECOND,
        goal: below(20),
      }),
    ];
  },
};
