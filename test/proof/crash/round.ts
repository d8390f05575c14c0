import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { seededRandom } from '#scripts/demo/random.ts';
import { createBrowser } from './browser.ts';
import { checkRound, type OpenPages } from './checkRound.ts';
import { startClusterServer } from './cluster.ts';
import { openJournal } from './journal.ts';
import { killAgainAndAgain } from './killing.ts';
import { killPartByPart } from './killingParts.ts';
import { Operator } from './operator.ts';
import { People } from './people.ts';
import { drawPictures } from './pictures.ts';
import { type Moment, type Part, planEnds, planParts } from './plan.ts';
import { type RoundReport, reportOf, type TakeOver } from './report.ts';
import { forkRandom, type Scenario } from './scenario.ts';
import { createServerProcess, type ServerProcess } from './serverProcess.ts';
import { Verdict } from './verdict.ts';

/** Milliseconds of load after the last kill, and the answers that must have come by then, on a slow machine too. */
const LAST_LIFE_MS = 1_000;
const LAST_LIFE_ANSWERS = 40;

/** A FerretDB writes 10 to 40 commits a second. */
const CLUSTER_SLOWNESS = 10;

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
  const cluster = options.cluster === true ? await startClusterServer({ ...options, dataDir }) : null;
  const server = cluster ?? createServerProcess({ ...options, stores: { dataDir } });
  const random = seededRandom(options.seed);
  const ofPlan = forkRandom(random);
  const draws = { people: forkRandom(random), operator: forkRandom(random) };
  const slowness = cluster === null ? 1 : CLUSTER_SLOWNESS;
  const day = await openDay(server, join(folder, 'journal.ndjson'), forkRandom(random), slowness);
  const moments: (Moment | Part)[] = [];
  const takeOvers: TakeOver[] = [];
  try {
    server.launch();
    await server.ready();
    const visitor = openVisitor(options.port);
    const people = new People(day.scenario, draws.people);
    await Promise.race([people.found(), people.failed]);
    const operator = new Operator(day.scenario, people, draws.operator);
    const operating = operator.run();
    const onKill = (moment: Moment | Part) => {
      moments.push(moment);
      day.killed();
      people.newcomers();
      options.onKill?.(moments.length);
    };
    const ofCluster = { scenario: day.scenario, visitor: visitor.browser, onKill };
    const onTakeOver = (takeOver: TakeOver) => void takeOvers.push(takeOver);
    const killing =
      cluster === null
        ? killAgainAndAgain(day.scenario, planEnds(ofPlan, options.kills), operator, onKill)
        : killPartByPart(planParts(ofPlan, options.kills), { ...ofCluster, server: cluster, onTakeOver });
    await Promise.race([killing, operating, people.failed]);
    const answered = day.scenario.journal.nextAnswers(LAST_LIFE_ANSWERS);
    await Promise.race([Promise.all([pause(LAST_LIFE_MS), answered]), people.failed]);
    day.end();
    await Promise.race([Promise.all([operating, people.allDone()]), people.failed]);
    const pages: OpenPages = { people: people.list(), visitor };
    const checked = await checkRound(day.scenario, pages);
    if (checked.verdict.findings.length === 0) await rm(folder, { recursive: true, force: true });
    return reportOf(day.scenario.journal, moments, takeOvers, checked);
  } catch (error) {
    // An operation does not end, or the server does not start again: findings of the run.
    const verdict = new Verdict();
    verdict.found(...day.scenario.findings, ...server.errors(), inspect(error));
    return reportOf(day.scenario.journal, moments, takeOvers, { verdict, events: 0, clients: 0 });
  } finally {
    day.end();
    await server.kill();
    day.scenario.journal.close();
  }
}

/** Opens the scenario; `killed` reports a kill to it, `end` ends its acts. */
async function openDay(server: ServerProcess, journalFile: string, random: Scenario['random'], slowness: number) {
  const killListeners = new Set<() => void>();
  let isOver = false;
  const scenario: Scenario = {
    server,
    journal: openJournal(journalFile),
    random,
    slowness,
    pictures: await drawPictures(),
    things: [],
    findings: [],
    isOver: () => isOver,
    onKill(listener) {
      killListeners.add(listener);
      return () => killListeners.delete(listener);
    },
  };
  return {
    scenario,
    killed: () => {
      for (const listener of killListeners) listener();
    },
    end: () => {
      isOver = true;
    },
  };
}

/** A visitor's page. */
function openVisitor(port: number): OpenPages['visitor'] {
  const browser = createBrowser(port, '198.51.100.1');
  const store = browser.openStore(null, DEFAULT_CAMPUS, () => Promise.reject(new Error('A visitor uploads nothing.')));
  store.hold(topicName.feed(DEFAULT_CAMPUS));
  return { browser, store };
}
