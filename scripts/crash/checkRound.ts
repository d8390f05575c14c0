import { setTimeout as pause } from 'node:timers/promises';
import type { SyncStore } from '#web/sync/syncStore.ts';
import type { Browser } from './browser.ts';
import { checkAnswersAgain } from './checks/answersAgain.ts';
import { checkClient } from './checks/clients.ts';
import { checkFiles } from './checks/files.ts';
import { checkLog } from './checks/log.ts';
import { checkNextDay } from './checks/nextDay.ts';
import { checkMails, checkPeople } from './checks/people.ts';
import { checkCounters, checkPosts } from './checks/posts.ts';
import { expectedOf } from './expected.ts';
import type { Answer, JournalLine } from './journal.ts';
import { observe } from './observed.ts';
import { orderServer } from './operator.ts';
import type { Person } from './person.ts';
import type { RoundReport } from './round.ts';
import type { Town } from './town.ts';

/** Milliseconds in which projector and reactors must have followed everything. */
const QUIET_MAX_MS = 30_000;
const LOOK_EVERY_MS = 50;
/** Looks in a row that must find the same head, with everybody there. */
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

/** Checks everything from outside: by the journal, and by what anybody can ask the server. */
export async function checkRound(
  town: Town,
  lines: readonly JournalLine[],
  people: readonly Person[],
  visitor: { readonly browser: Browser; readonly store: SyncStore },
): Promise<Omit<RoundReport, 'folder'>> {
  const { server } = town;
  const expected = expectedOf(lines);
  const owners = new Map(people.map(({ userId, browser }) => [userId, browser]));
  const findings = [...town.findings, ...expected.findings];

  findings.push(...(await checkAnswersAgain(expected, owners, town.random)));
  findings.push(...(await quiet(town)));
  const verified = (await orderServer(town, 'verify')) as BuildReport;
  for (const each of [...verified.differences, ...verified.parked])
    findings.push(`quad verify: ${JSON.stringify(each)}`);

  const userIds = [...expected.accounts.keys()];
  const observed = await observe({ dataDir: server.dataDir, visitor: visitor.browser, userIds, owners });
  findings.push(...checkPosts(expected, observed), ...checkCounters(expected, observed));
  findings.push(...checkPeople(expected, observed), ...checkMails(expected, observed));
  findings.push(...checkLog(expected, observed), ...checkFiles(expected, observed));

  const pages = [{ userId: 'a visitor', ...visitor }, ...people];
  const differing = await Promise.all(pages.map(({ userId, browser, store }) => checkClient(userId, browser, store)));
  findings.push(...differing.flat());

  const code = await server.terminate();
  if (code !== 0) findings.push(`The server ended with ${code} when it was asked to.`);
  findings.push(...server.errors().map((line) => `The server's log says: ${line}`));
  findings.push(...(await checkNextDay(server.dataDir, expected, observed)));

  const outcomes = lines.flatMap((line) => (line.kind === 'answer' ? [line.answer.outcome] : []));
  const count = (outcome: Answer['outcome']) => outcomes.filter((each) => each === outcome).length;
  return {
    findings,
    acknowledged: count('acknowledged'),
    refused: count('refused'),
    givenUp: count('given up'),
    events: observed.log.length,
    clients: pages.length,
  };
}

/** Waits until projector and reactors have followed everything and nothing new comes of it. */
async function quiet(town: Town): Promise<readonly string[]> {
  const until = Date.now() + QUIET_MAX_MS;
  let head = '';
  for (let looks = 0; looks < QUIET_LOOKS; ) {
    const now = (await orderServer(town, 'projections')) as Followers;
    const behind = now.reactors.filter(({ position }) => position < now.head);
    const isThere = now.position === now.head && behind.length === 0;
    looks = isThere && now.head === head ? looks + 1 : 0;
    head = now.head;
    if (Date.now() > until) {
      const names = behind.map(({ name, problem }) => `${name} (${problem ?? 'no problem'})`).join(', ');
      return [`After ${QUIET_MAX_MS} ms of quiet the read models are at ${now.position} of ${head}, behind: ${names}.`];
    }
    await pause(LOOK_EVERY_MS);
  }
  return [];
}
