import { startChild } from '../child.ts';
import { below, type Figure, row } from '../figure.ts';
import type { LoadJobs } from '../processes/load.ts';
import { FEED, metricsOf, openStage, sampleIn } from '../stage.ts';
import { quantile } from '../statistics.ts';

const MS_PER_SECOND = 1_000;
const PER_SECOND = 200;
/** Whole turns of all 64 senders, so that none sends the same command twice. */
const WARM_UP_COMMANDS = 320;

/** From the acknowledgement of a command to the store of another client, at 200 commands a second, by stages. */
export const propagation: Figure = {
  name: 'propagation',
  from: 'quick',
  async measure(benchData) {
    const milliseconds = benchData.pick({ quick: 3_000, default: 10_000, full: 60_000 });
    const { users, load, port } = await openStage(benchData);
    const { posts } = await load.ask('openFollower', { port, topic: FEED });
    const senders = startChild<LoadJobs>('load');
    benchData.after(() => senders.end('SIGKILL'));
    // Code that runs for the first time is slow: it is excluded.
    const warmUpMs = (WARM_UP_COMMANDS * MS_PER_SECOND) / PER_SECOND;
    const steady = { port, users, posts, perSecond: PER_SECOND };
    await senders.ask('sendSteadily', { ...steady, milliseconds: warmUpMs });
    const before = await metricsOf(port);
    const sent = await senders.ask('sendSteadily', { ...steady, milliseconds, skip: WARM_UP_COMMANDS });
    const after = await metricsOf(port);
    const upTo =
      sent
        .map(([position]) => position)
        .sort()
        .at(-1) ?? '';
    const arrived = new Map((await load.ask('followed', { upTo })).map(([position, ...times]) => [position, times]));

    const seen = sent.flatMap(([position, sentAt, acknowledgedAt]) => {
      const [receivedAt, appliedAt] = arrived.get(position) ?? [];
      return receivedAt === undefined || appliedAt === undefined
        ? []
        : [{ sentAt, acknowledgedAt, receivedAt, appliedAt }];
    });
    const of = (read: (each: (typeof seen)[number]) => number) => seen.map(read);
    const total = of(({ acknowledgedAt, appliedAt }) => Math.max(0, appliedAt - acknowledgedAt));
    const stage = (name: string) => [
      row(`  stage ${name}, p50`, stageQuantile(before, after, name, 0.5), 'ms'),
      row(`  stage ${name}, p99`, stageQuantile(before, after, name, 0.99), 'ms'),
    ];
    const client = (name: string, values: readonly number[]) => [
      row(`  stage ${name}, p50`, quantile(values, 0.5), 'ms'),
      row(`  stage ${name}, p99`, quantile(values, 0.99), 'ms'),
    ];
    return [
      row('acknowledgement → other store, p50', quantile(total, 0.5), 'ms', { goal: below(15) }),
      row('acknowledgement → other store, p99', quantile(total, 0.99), 'ms', { goal: below(50) }),
      ...client(
        'sent → acknowledged',
        of(({ sentAt, acknowledgedAt }) => acknowledgedAt - sentAt),
      ),
      ...['on_disk', 'projected', 'sent'].flatMap(stage),
      ...client(
        'acknowledged → received',
        of(({ acknowledgedAt, receivedAt }) => receivedAt - acknowledgedAt),
      ),
      ...client(
        'received → applied',
        of(({ receivedAt, appliedAt }) => appliedAt - receivedAt),
      ),
      row('acknowledgement → other store, never seen', sent.length - seen.length, 'commands'),
    ];
  },
};

/** Upper bound of the histogram's bucket with a quantile, in milliseconds. */
function stageQuantile(before: string, after: string, stage: string, share: number): number {
  const bounds = [...after.matchAll(new RegExp(`^quad_stage_seconds_bucket\\{le="([^"]+)",stage="${stage}"\\}`, 'gm'))];
  const count = (bound: string) => {
    const name = `quad_stage_seconds_bucket{le="${bound}",stage="${stage}"}`;
    return sampleIn(after, name) - (sampleIn(before, name) || 0);
  };
  const all = count('+Inf');
  const bound = bounds.map(([, each = '']) => each).find((each) => count(each) >= share * all);
  if (bound === undefined) return Number.NaN;
  // Longer than the histogram tells apart is measured all the same.
  return bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound) * MS_PER_SECOND;
}
