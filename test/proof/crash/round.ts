import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { seededRandom } from '#scripts/demo/random.ts';
import { checkRound } from './checkRound.ts';
import { CLUSTER_SLOWNESS, startClusterServer } from './cluster.ts';
import { openDay, playDay } from './day.ts';
import { forkRandom } from './draws.ts';
import { killAgainAndAgain } from './killing.ts';
import { killPartByPart } from './killingParts.ts';
import { type Moment, type Part, partsOf, planEnds, planParts } from './plan.ts';
import { type RoundReport, reportOf, type TakeOver } from './report.ts';
import { createServerProcess } from './serverProcess.ts';
import { Verdict } from './verdict.ts';

export interface RoundOptions {
  readonly seed: number;
  readonly kills: number;
  /** A cluster is loaded, whose parts die in turn, in place of one server. */
  readonly cluster?: boolean | undefined;
  readonly port: number;
  /** Name of a sabotage that the server runs with. */
  readonly sabotage?: string | undefined;
  readonly onKill?: (kills: number) => void;
}

/**
 * Runs one load on one folder with that many kills, then checks everything. The folder is kept when there are findings.
 */
export async function runRound(options: RoundOptions): Promise<RoundReport> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-crash-'));
  const dataDir = join(folder, 'data');
  const cluster =
    options.cluster === true ? await startClusterServer({ ...options, dataDir, hasTypesense: true }) : null;
  const server = cluster ?? createServerProcess({ ...options, stores: { dataDir } });
  const random = seededRandom(options.seed);
  const ofPlan = forkRandom(random);
  const slowness = cluster === null ? 1 : CLUSTER_SLOWNESS;
  const moments: (Moment | Part)[] = [];
  const takeOvers: TakeOver[] = [];
  server.launch();
  const day = await openDay({ server, folder, random, slowness });
  const { scenario, people, operator, visitor } = day;
  try {
    await server.ready();
    const onKill = (moment: Moment | Part) => {
      moments.push(moment);
      day.killed();
      people.newcomers();
      options.onKill?.(moments.length);
    };
    const ofCluster = { scenario, visitor: visitor.browser, onKill };
    const onTakeOver = (takeOver: TakeOver) => void takeOvers.push(takeOver);
    const pages = await playDay(day, () =>
      cluster === null
        ? killAgainAndAgain(scenario, planEnds(ofPlan, options.kills), operator, onKill)
        : killPartByPart(planParts(ofPlan, options.kills, partsOf(cluster.cluster.typesense !== null)), {
            ...ofCluster,
            server: cluster,
            onTakeOver,
          }),
    );
    const checked = await checkRound(scenario, pages);
    if (checked.verdict.findings.length === 0) await rm(folder, { recursive: true, force: true });
    return reportOf(scenario.journal, moments, takeOvers, checked);
  } catch (error) {
    // An operation does not end, or the server does not start again: findings of the run.
    const verdict = new Verdict();
    verdict.found(...scenario.findings, ...server.errors(), inspect(error));
    return reportOf(scenario.journal, moments, takeOvers, { verdict, events: 0, clients: 0 });
  } finally {
    day.end();
    await server.kill();
    scenario.journal.close();
  }
}
