import { v7 as uuidv7 } from 'uuid';
import { openFoundation } from '#server/roles/foundation.ts';
import { sentences } from '#test/model/post/bulk.ts';
import { BENCH_CAMPUS } from '../community.ts';
import { atLeast, type Figure, row } from '../figure.ts';
import { NO_MAIL } from '../noMail.ts';
import { forAWhile, quantile } from '../statistics.ts';
import { onSharedLog } from './sharedLog.ts';

const CLIENTS = 64;

/** Whole commands without any edge: envelope, facts, decision, sealing, append. Half are saves, half are posts. */
export const commands: Figure = {
  name: 'commands',
  from: 'quick',
  async measure(benchData) {
    const milliseconds = benchData.pick({ quick: 2_000, default: 5_000, full: 20_000 });
    const { dataDir, people, posts } = await benchData.community(10_000);
    const foundation = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
    benchData.after(foundation.close);
    const dispatcher = foundation.dispatcherAt(() => new Date());
    const dispatch = async (type: string, data: unknown, userId: string) => {
      const envelope = { id: uuidv7(), type, version: 1, data };
      const actor = { kind: 'user', userId } as const;
      const outcome = await dispatcher.dispatch(envelope, { actor, campus: BENCH_CAMPUS, origin: 'client' });
      if (!outcome.ok) throw new Error(`${type} was refused: ${outcome.rejection.code}`);
    };
    const run = async (share: number, once: (userId: string, turn: number) => Promise<void>) =>
      forAWhile(milliseconds * share, CLIENTS, (client, turn) => once(people[client] ?? '', turn));

    const saving = await run(1, (userId, turn) => {
      // There and back again over all posts, so that every command does something.
      const type = Math.floor(turn / posts.length) % 2 === 0 ? 'SavePost' : 'UnsavePost';
      return dispatch(type, { postId: posts[turn % posts.length] }, userId);
    });
    const writing = await run(0.5, (userId) =>
      dispatch('CreatePost', { text: sentences(6), media: [], category: 'all' }, userId),
    );
    return [
      row('whole commands in process, 64 clients: saves', saving.perSecond, 'commands/s', { goal: atLeast(10_000) }),
      row('whole commands in process: saves, p99', quantile(saving.latencies, 0.99), 'ms'),
      row('whole commands in process, 64 clients: posts', writing.perSecond, 'commands/s', { goal: atLeast(10_000) }),
      ...(await onSharedLog(benchData)),
    ];
  },
};
