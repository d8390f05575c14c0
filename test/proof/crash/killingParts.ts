import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { LEASE_MAX_MS } from '#server/kernel/leasePace.ts';
import { PROJECTOR_LEASE } from '#server/roles/projector.ts';
import { WORKER_LEASE } from '#server/roles/worker.ts';
import type { ClusterNode } from '#test/cluster/cluster.ts';
import { frontTopic } from '#test/model/front.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';
import type { Browser } from './browser.ts';
import type { ClusterServer } from './cluster.ts';
import { between } from './draws.ts';
import type { Answer, Intent } from './journal.ts';
import { orderServer } from './operator.ts';
import type { Part } from './plan.ts';
import type { TakeOver } from './report.ts';
import type { Scenario } from './scenario.ts';

/** Milliseconds for which all is well before the next part dies. */
const LIFE_MS = [500, 2_000] as const;
/** Milliseconds for which a part is away. */
const AWAY_MS = [200, 2_000] as const;
/** Milliseconds in which a spare must have taken over: the longest lease, which a slow store brings about, and a start. */
const TAKE_OVER_MAX_MS = LEASE_MAX_MS + 30_000;
const LOOK_EVERY_MS = 50;
/** Status of an answer that says "later". */
const UNAVAILABLE = 503;

interface Killing {
  readonly scenario: Scenario;
  readonly server: ClusterServer;
  /** Asks what anybody may see. */
  readonly visitor: Browser;
  readonly onKill: (part: Part) => void;
  readonly onTakeOver: (takeOver: TakeOver) => void;
}

/** Ends one part of a cluster after the other, each time under load, and starts it again. */
export async function killPartByPart(plan: readonly Part[], killing: Killing): Promise<void> {
  const { scenario, server, onKill } = killing;
  for (const part of plan) {
    await server.ready();
    await pause(between(scenario.random, ...LIFE_MS));
    onKill(part);
    scenario.journal.write({ kind: 'killed', moment: part });
    await end(part, killing);
  }
  await server.ready();
}

async function end(part: Part, killing: Killing): Promise<void> {
  const { scenario, server } = killing;
  const away = () => pause(between(scenario.random, ...AWAY_MS));
  if (part === 'projector') {
    await spareTakesOver(server.holderOf(PROJECTOR_LEASE), 'projector', killing);
  } else if (part === 'worker') {
    await spareTakesOver(server.holderOf(WORKER_LEASE), 'reactors', killing);
  } else if (part.startsWith('search')) {
    await withoutSearch(part, killing);
  } else if (part.startsWith('log') || part.startsWith('database')) {
    const engine = part.startsWith('log') ? server.cluster.events : server.cluster.mongo;
    const isBack = server.engineGoesAway();
    await (part.endsWith('killed') ? engine.kill() : engine.stop());
    await away();
    await engine.restart();
    await server.ready();
    isBack();
  } else {
    const node = server.cluster.nodes.find(({ name }) => name === part);
    await node?.kill();
    await away();
    node?.launch();
  }
}

/**
 * Takes the search engine away until somebody else has given a command and a visitor has seen what it made: only
 * searches wait. It excuses no line of any log.
 */
async function withoutSearch(part: Part, killing: Killing): Promise<void> {
  const { scenario, server, visitor } = killing;
  const engine = server.cluster.typesense;
  if (engine === null) throw new Error('This cluster has no search engine of its own.');
  const goneAt = performance.now();
  await (part.endsWith('killed') ? engine.kill() : engine.stop());
  const position = await nextPosition(scenario);
  while (!(await isProjected(killing, position))) {
    if (performance.now() > goneAt + TAKE_OVER_MAX_MS) {
      scenario.findings.push(`Without the search engine, ${position} was not shown within ${TAKE_OVER_MAX_MS} ms.`);
      break;
    }
    await pause(LOOK_EVERY_MS);
  }
  const refused = await refusalOfSearch(visitor);
  const mayWait = refused?.status === UNAVAILABLE && refused.refusal.retry;
  if (!mayWait) scenario.findings.push(`Without the search engine, a search ends as ${refused ?? 'an answer'}.`);
  await pause(between(scenario.random, ...AWAY_MS));
  await engine.restart();
}

/** The refusal of a search; `null`: it was answered. */
async function refusalOfSearch(visitor: Browser): Promise<RequestRefused | null> {
  try {
    await visitor.ask('GET', `/api/search?show=people&campus=${DEFAULT_CAMPUS}&q=robin`);
    return null;
  } catch (error) {
    if (error instanceof RequestRefused) return error;
    throw error;
  }
}

/** Kills a process, and starts it again when another one has taken over its work. */
async function spareTakesOver(node: ClusterNode, who: TakeOver['who'], killing: Killing): Promise<void> {
  const { scenario, onTakeOver } = killing;
  const killedAt = performance.now();
  await node.kill();
  const position = await nextPosition(scenario);
  const isDone = who === 'projector' ? () => isProjected(killing, position) : () => isReactedTo(scenario, position);
  while (!(await isDone())) {
    if (performance.now() > killedAt + TAKE_OVER_MAX_MS) {
      scenario.findings.push(`No spare took over the work of the ${who} within ${TAKE_OVER_MAX_MS} ms.`);
      break;
    }
    await pause(LOOK_EVERY_MS);
  }
  onTakeOver({ who, ms: performance.now() - killedAt });
  node.launch();
}

/** Position of the next command that is acknowledged. */
async function nextPosition({ journal }: Scenario): Promise<string> {
  let position = '';
  await journal.nextAnswer((intent: Intent, answer: Answer) => {
    if (intent.do === 'command' && answer.outcome === 'acknowledged') position = answer.position ?? '';
    return position !== '';
  });
  return position;
}

async function isProjected({ visitor }: Killing, position: string): Promise<boolean> {
  try {
    await visitor.ask('GET', `/api/topics/${frontTopic(DEFAULT_CAMPUS)}?notBefore=${position}`);
    return true;
  } catch (error) {
    return isNotYet(error);
  }
}

async function isReactedTo(scenario: Scenario, position: string): Promise<boolean> {
  try {
    const said = (await orderServer(scenario, 'projections')) as {
      readonly reactors: readonly { readonly position: string }[];
    };
    return said.reactors.every((reactor) => reactor.position >= position);
  } catch (error) {
    return isNotYet(error);
  }
}

function isNotYet(error: unknown): false {
  if (error instanceof RequestRefused && error.refusal.retry) return false;
  throw error;
}
