import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { seededRandom } from '#scripts/demo/random.ts';
import type { Role } from '#server/config.ts';
import { checkEnd, checkFollowers, checkServing, type OpenPages } from '../crash/checkRound.ts';
import { CLUSTER_SLOWNESS, type ClusterServer, startClusterServer } from '../crash/cluster.ts';
import { type Day, openDay, playDay } from '../crash/day.ts';
import { Verdict } from '../crash/verdict.ts';
import { checkField, checkNoWayBack, makeOffer } from './afterwards.ts';
import { makeNextRelease } from './nextRelease.ts';
import { prepareRelease, type Release, roll, type StepTaken } from './release.ts';
import { type Seen, Watch } from './watch.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Processes of each release: an active projector and a spare, which has to end too. */
const SHAPE = { api: 1, hub: 1, projector: 2, worker: 1 } as const;

export interface UpgradeOptions {
  readonly seed: number;
  /** 1: the next release comes. 2: it is taken back. 3: it comes again. */
  readonly rolls: number;
  readonly port: number;
  readonly onStep: (step: StepTaken) => void;
}

/** Measurements of an upgrade. */
export interface UpgradeReport {
  readonly findings: readonly string[];
  /** Single statements that were checked. */
  readonly checks: number;
  /** Milliseconds that each part of the checks took, by its name. */
  readonly took: Readonly<Record<string, number>>;
  readonly steps: readonly StepTaken[];
  readonly acknowledged: number;
  readonly events: number;
  readonly clients: number;
  /** `null`: the run did not get that far. */
  readonly seen: Seen | null;
  /** File of the journal; it is kept when there are findings. */
  readonly journal: string;
}

/** Upgrades a cluster under people who use it, and compares every answer they got with the data at the end. */
export async function runUpgrade(options: UpgradeOptions): Promise<UpgradeReport> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-upgrade-'));
  const next = makeNextRelease();
  const server = await startClusterServer({ dataDir: join(folder, 'data'), port: options.port, shape: SHAPE });
  const random = seededRandom(options.seed);
  const day = await openDay({ server, folder, random, slowness: CLUSTER_SLOWNESS });
  const releases = { first: releaseOf(server, ROOT), next: await bringRelease(server, next.root) };
  const steps: StepTaken[] = [];
  let verdict = new Verdict();
  let found: Pick<UpgradeReport, 'events' | 'clients' | 'seen'> = { events: 0, clients: 0, seen: null };
  try {
    const { pages, seen } = await watchedDay(day, server, releases, options, (step) => {
      steps.push(step);
      options.onStep(step);
    });
    const checked = await checkServing(day.scenario, pages);
    verdict = checked.verdict;
    verdict.found(...seen.findings);
    found = { events: checked.observed.log.length, clients: checked.clients, seen };
    const endsWithNext = options.rolls % 2 === 1;
    checkField(verdict, checked.observed, endsWithNext);
    if (endsWithNext) {
      await makeOffer(verdict, pages.people, checked.observed);
      checkNoWayBack(verdict, await prepareRelease(releases.first, server));
      await checkFollowers(verdict, day.scenario);
    }
    await checkEnd(verdict, server);
  } catch (error) {
    verdict.found(...day.scenario.findings, ...server.errors(), inspect(error));
  } finally {
    day.end();
    await server.kill();
    day.scenario.journal.close();
    next.remove();
  }
  if (verdict.findings.length === 0) await rm(folder, { recursive: true, force: true });
  const { journal } = day.scenario;
  const acknowledged = journal
    .lines()
    .filter((line) => line.kind === 'answer' && line.answer.outcome === 'acknowledged').length;
  const { findings, checks, took } = verdict;
  return { findings, checks, took: Object.fromEntries(took), steps, acknowledged, ...found, journal: journal.file };
}

/** People act and are watched while the releases change. */
async function watchedDay(
  day: Day,
  server: ClusterServer,
  { first, next }: Readonly<Record<'first' | 'next', Release>>,
  { rolls }: UpgradeOptions,
  onStep: (step: StepTaken) => void,
): Promise<{ readonly pages: OpenPages; readonly seen: Seen }> {
  const { scenario, people, visitor } = day;
  const watch = new Watch();
  let asking: Promise<void> = Promise.resolve();
  const upgrading = { server, scenario, onStep };
  const upgrade = async () => {
    for (let n = 0; n < rolls; n += 1) {
      people.newcomers();
      await (n % 2 === 0 ? roll(first, next, upgrading) : roll(next, first, upgrading));
    }
  };
  const watched = async () => {
    watch.page('a visitor', visitor.store);
    for (const { userId, store } of people.list()) watch.page(userId, store);
    asking = watch.ask(visitor.browser);
    // It ends before the upgrade only by an error.
    await Promise.race([upgrade(), asking]);
  };
  const pages = await playDay(day, watched, { withOperator: false });
  const seen = watch.end();
  await asking;
  return { pages, seen };
}

/** The release that runs. */
function releaseOf({ cluster }: ClusterServer, root: string): Release {
  const ofRole = (role: Role) => cluster.nodes.filter((node) => node.role === role);
  const nodes = { api: ofRole('api'), hub: ofRole('hub'), projector: ofRole('projector'), worker: ofRole('worker') };
  return { name: 'this release', root, nodes };
}

/** Installs another release beside it, which does not run yet. */
async function bringRelease({ cluster }: ClusterServer, root: string): Promise<Release> {
  const ofRole = async (role: Role) => {
    const numbers = Array.from({ length: SHAPE[role] }, (_, at) => at + 1);
    return Promise.all(numbers.map((number) => cluster.bring(`next-${role}-${number}`, role, root)));
  };
  const [api, hub, projector, worker] = await Promise.all([
    ofRole('api'),
    ofRole('hub'),
    ofRole('projector'),
    ofRole('worker'),
  ]);
  return { name: 'the next one', root, nodes: { api, hub, projector, worker } };
}
