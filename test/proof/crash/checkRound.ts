import { setTimeout as pause } from 'node:timers/promises';
import type { Home } from '#projections/user/collections.ts';
import { freePort } from '#test/e2e/harness/freePort.ts';
import type { SyncStore } from '#web/sync/syncStore.ts';
import type { Browser } from './browser.ts';
import { checkAnswers } from './checks/answers.ts';
import { checkAnswersAgain } from './checks/answersAgain.ts';
import { checkClaims } from './checks/claims.ts';
import { checkClient } from './checks/clients.ts';
import { checkFiles } from './checks/files.ts';
import { checkLeftovers, NEXT_DAY_MS } from './checks/leftovers.ts';
import { checkLog } from './checks/log.ts';
import { checkMoney } from './checks/money.ts';
import { checkMails, checkPeople } from './checks/people.ts';
import { checkRules } from './checks/rules.ts';
import { checkIndex, checkSearches, questionsOf } from './checks/searches.ts';
import { checkSignIns } from './checks/signIns.ts';
import { type Expected, expectedOf } from './expected.ts';
import { type Observed, observe } from './observed.ts';
import { orderServer } from './operator.ts';
import type { Person } from './person.ts';
import type { Scenario } from './scenario.ts';
import { createServerProcess, type ServerProcess } from './serverProcess.ts';
import { Verdict } from './verdict.ts';

/** Milliseconds in which projector and reactors must have caught up. */
const QUIET_MAX_MS = 30_000;
const LOOK_EVERY_MS = 50;
/** Consecutive reads that must find the same head, with all readers there. */
const QUIET_LOOKS = 3;

interface Followers {
  readonly position: string;
  readonly head: string;
  readonly reactors: readonly { readonly name: string; readonly position: string; readonly problem: string | null }[];
}

interface BuildReport {
  readonly differences: readonly unknown[];
  readonly parked: readonly unknown[];
}

/** Pages that were open all the time. */
export interface OpenPages {
  readonly people: readonly Person[];
  readonly visitor: { readonly browser: Browser; readonly store: SyncStore };
}

/** State that was found of a serving server, and the state that it was compared with. */
export interface Checked {
  readonly verdict: Verdict;
  readonly expected: Expected;
  readonly observed: Observed;
  /** Pages that were compared. */
  readonly clients: number;
}

/**
 * Checks everything from outside: by the journal, and by answers of the server. Slow checks are skipped after the first
 * finding.
 */
export async function checkRound(
  scenario: Scenario,
  pages: OpenPages,
): Promise<{ readonly verdict: Verdict; readonly events: number; readonly clients: number }> {
  const { server } = scenario;
  const { verdict, expected, observed, clients } = await checkServing(scenario, pages);
  const questions = questionsOf(expected, observed, scenario.random);
  if (verdict.findings.length === 0) {
    const askers = membersAmong(pages.people, observed);
    await verdict.timed('searches', () => checkSearches(verdict, scenario, askers, questions));
    await verdict.timed('sign-ins', () => checkSignIns(verdict, expected, server.port, scenario.random));
  }
  await checkEnd(verdict, server);
  if (verdict.findings.length === 0) {
    await verdict.timed('search index', () => checkIndex(verdict, server.stores, questions));
    await verdict.timed('a day later', async () => {
      await checkLeftovers(verdict, server.stores, observed);
      await checkNextDay(verdict, scenario, expected, observed);
    });
  }
  return { verdict, events: observed.log.length, clients };
}

/** Browsers of those who may search the campus: its members. */
function membersAmong(people: readonly Person[], { documents }: Observed): readonly Browser[] {
  const isMember = ({ userId }: Person) => (documents.get('homes', userId)?.doc as Home | undefined)?.memberOf != null;
  return people.filter(isMember).map(({ browser }) => browser);
}

/** Checks what can be asked of a server that goes on, and closes the pages. */
export async function checkServing(scenario: Scenario, pages: OpenPages): Promise<Checked> {
  const expected = expectedOf(scenario.journal.lines());
  const owners = new Map(pages.people.map(({ userId, browser }) => [userId, browser]));
  const verdict = new Verdict();
  verdict.found(...scenario.findings, ...expected.findings);

  await verdict.timed('commands given again', () => checkAnswersAgain(verdict, expected, owners, scenario.random));
  await verdict.timed('money', () => checkMoney(verdict, scenario));
  await checkFollowers(verdict, scenario);

  const userIds = [...expected.accounts.keys()];
  const { stores } = scenario.server;
  const seen = { stores, visitor: pages.visitor.browser, userIds, owners };
  const observed = await verdict.timed('reading everything', () => observe(seen));
  checkAnswers(verdict, expected, observed);
  checkPeople(verdict, expected, observed);
  checkMails(verdict, expected, observed);
  checkLog(verdict, expected, observed);
  checkRules(verdict, observed);
  checkFiles(verdict, expected, observed);

  const open = [{ userId: 'a visitor', ...pages.visitor }, ...pages.people];
  const compared = () => Promise.all(open.map((page) => checkClient(verdict, page, scenario.slowness)));
  await verdict.timed('open pages', compared);
  pages.visitor.store.stop();
  for (const person of pages.people) person.leave();
  return { verdict, expected, observed, clients: open.length };
}

/** Read models and reactors have followed the log to its end, and the read models match the log (P4). */
export async function checkFollowers(verdict: Verdict, scenario: Scenario): Promise<void> {
  const problem = await verdict.timed('quiet', () => quiet(scenario));
  verdict.expect(problem === null, () => problem ?? '');
  const verified = () => orderServer(scenario, 'verify') as Promise<BuildReport>;
  const { differences, parked } = await verdict.timed('quad verify', verified);
  verdict.expect(differences.length === 0, () => `quad verify: ${differences.length} documents differ.`);
  verdict.found(...[...differences, ...parked].map((each) => `quad verify: ${JSON.stringify(each)}`));
}

/** Waits until projector and reactors have caught up and cause no new events. */
async function quiet(scenario: Scenario): Promise<string | null> {
  const maxMs = QUIET_MAX_MS * scenario.slowness;
  const until = Date.now() + maxMs;
  let head = '';
  for (let looks = 0; looks < QUIET_LOOKS; ) {
    const now = (await orderServer(scenario, 'projections')) as Followers;
    const behind = now.reactors.filter(({ position }) => position < now.head);
    const isThere = now.position === now.head && behind.length === 0;
    looks = isThere && now.head === head ? looks + 1 : 0;
    head = now.head;
    if (Date.now() > until) {
      const names = behind.map(({ name, problem }) => `${name} (${problem ?? 'no problem'})`).join(', ');
      return `After ${maxMs} ms of quiet the read models are at ${now.position} of ${head}, behind: ${names}.`;
    }
    await pause(LOOK_EVERY_MS);
  }
  return null;
}

/** It ends when it is asked to, and none of its lives logged a fault. */
export async function checkEnd(verdict: Verdict, server: ServerProcess): Promise<void> {
  const code = await server.terminate();
  verdict.expect(code === 0, () => `The server ended with ${code} when it was asked to.`);
  verdict.found(...server.errors().map((line) => `The server's log says: ${line}`));
}

/** Starts the server once more, a day ahead, and lets people in. */
async function checkNextDay(
  verdict: Verdict,
  scenario: Scenario,
  expected: Expected,
  observed: Observed,
): Promise<void> {
  const { stores } = scenario.server;
  const server = createServerProcess({ stores, port: await freePort(), clockAheadMs: NEXT_DAY_MS });
  const findings: string[] = [];
  try {
    server.launch();
    await server.ready();
    await checkClaims(verdict, { ...scenario, server, findings, isOver: () => true }, expected, observed);
    await checkEnd(verdict, server);
  } finally {
    await server.kill();
    verdict.found(...findings);
  }
}
