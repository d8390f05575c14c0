import { v7 as uuidv7 } from 'uuid';
import { laterPosition, START } from '#projections/sync/position.ts';
import { crowd } from '../community.ts';
import { below, type Figure, ratioAtMost, row } from '../figure.ts';
import { FEED, metricsOf, openStage, sampleIn } from '../stage.ts';
import { quantile } from '../statistics.ts';

const DELAY_P99 = 'quad_event_loop_delay_seconds{quantile="0.99"}';
const RESIDENT = 'quad_memory_resident_bytes';
const APPENDS = 'quad_append_group_size_sum';
const MS_PER_SECOND = 1_000;
const MB = 1_000_000;
const USERS = 64;
/** Comments a second that other people write meanwhile; within a slice each user writes as many. */
const PER_SECOND = 64;
const SLICE_MS = 4_000;
/** Resident memory that the deletion may take, as a multiple of the memory before. */
const MEMORY_SHARE = 1.5;

/** Deletes a post with very many comments while others write: they must not notice. */
export const deletion: Figure = {
  name: 'deletion',
  from: 'quick',
  async measure(benchData) {
    const comments = benchData.pick({ quick: 5_000, default: 50_000, full: 400_000 });
    let crowded = '';
    const { community, users, load, port, server } = await openStage(benchData, {
      users: USERS,
      async prepare(made) {
        crowded = await crowd(made, made.people.slice(0, USERS), comments);
      },
    });
    const author = users.find(({ userId }) => userId === community.threads.get(crowded)?.author);
    if (author === undefined) throw new Error('The author of the crowded post is not signed in.');
    const { posts } = await load.ask('openFollower', { port, topic: FEED });
    const others = posts.filter((post) => post !== crowded);
    const write = (milliseconds: number) =>
      load.ask('sendSteadily', { port, users, posts: others, milliseconds, perSecond: PER_SECOND, writes: 'comments' });

    // Excludes the start from the figures.
    await metricsOf(port);
    await write(SLICE_MS);
    const before = await metricsOf(port);
    const held = await server.ask('memory');
    const command = { id: uuidv7(), actor: author.userId, type: 'DeletePost', version: 1, data: { postId: crowded } };
    await load.ask('give', { port, user: author, command });
    const startedAt = performance.now();
    const sent: (readonly [position: string, sentAt: number, acknowledgedAt: number])[] = [];
    const delays: number[] = [];
    let memory = 0;
    let after = before;
    // Every append beside the deletion and the others' writes is a comment ended by the cascade.
    while (sampleIn(after, APPENDS) - sampleIn(before, APPENDS) - sent.length - 1 < comments) {
      sent.push(...(await write(SLICE_MS)));
      after = await metricsOf(port);
      delays.push(sampleIn(after, DELAY_P99));
      memory = Math.max(memory, sampleIn(after, RESIDENT));
    }
    const seconds = (performance.now() - startedAt) / MS_PER_SECOND;
    const stays = await server.ask('memory');

    const upTo = sent.reduce((last, [position]) => laterPosition(last, position), START);
    const followed = await load.ask('followed', { upTo });
    const shownAt = new Map(followed.map(([position, , at]) => [position, at]));
    const seen = sent.flatMap(([position, , at]) => Math.max(0, (shownAt.get(position) ?? Number.NaN) - at));
    const name = `deleting a post with ${comments.toLocaleString('en-US')} comments`;
    return [
      row(`${name}: event-loop delay, p99`, quantile(delays, 0.5) * MS_PER_SECOND, 'ms', { goal: below(20) }),
      row(`${name}: the same before it`, sampleIn(before, DELAY_P99) * MS_PER_SECOND, 'ms'),
      row(`${name}: the same, worst of ${delays.length} slices`, Math.max(...delays) * MS_PER_SECOND, 'ms'),
      row(`${name}: others' comments, acknowledged → seen, p99`, quantile(seen, 0.99), 'ms', { goal: below(300) }),
      row(`${name}: memory held afterwards`, stays.resident / MB, 'MB', {
        limit: held.resident / MB,
        goal: ratioAtMost(MEMORY_SHARE),
      }),
      row(`${name}: most memory meanwhile, not collected`, memory / MB, 'MB', {
        limit: sampleIn(before, RESIDENT) / MB,
      }),
      row(`${name}: until the last comment has ended`, seconds, 's'),
    ];
  },
};
