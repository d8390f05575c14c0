import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import type { Random } from '#scripts/demo/random.ts';
import { frontTopics } from '#test/model/front.ts';
import { createBrowser } from './browser.ts';
import type { OpenPages } from './checkRound.ts';
import { forkRandom } from './draws.ts';
import { openJournal } from './journal.ts';
import { Operator } from './operator.ts';
import { People } from './people.ts';
import { drawPictures } from './pictures.ts';
import type { Scenario } from './scenario.ts';
import type { ServerProcess } from './serverProcess.ts';

/** Milliseconds of load after the last thing that is done to the server. */
const LAST_LIFE_MS = 1_000;
/** Answers that must have come in that time, on a slow machine too. */
const LAST_LIFE_ANSWERS = 40;

/** People who use a server, a visitor and an operator, while something is done to the server. */
export interface Day {
  readonly scenario: Scenario;
  readonly people: People;
  readonly visitor: OpenPages['visitor'];
  readonly operator: Operator;
  /** Reports to the people that the server was killed: some give up what they were about to do. */
  killed(): void;
  /** No new act begins. */
  end(): void;
}

export interface DayOptions {
  readonly server: ServerProcess;
  /** Folder of the journal. */
  readonly folder: string;
  readonly random: Random;
  readonly slowness: number;
}

/** Opens a day on a server that need not run yet. */
export async function openDay({ server, folder, random, slowness }: DayOptions): Promise<Day> {
  const draws = { people: forkRandom(random), operator: forkRandom(random), timing: forkRandom(random) };
  const killListeners = new Set<() => void>();
  let isOver = false;
  const scenario: Scenario = {
    server,
    journal: openJournal(join(folder, 'journal.ndjson')),
    random: draws.timing,
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
  const people = new People(scenario, draws.people);
  return {
    scenario,
    people,
    visitor: openVisitor(server.port),
    operator: new Operator(scenario, people, draws.operator),
    killed: () => {
      for (const listener of killListeners) listener();
    },
    end: () => {
      isOver = true;
    },
  };
}

/**
 * Plays a day: the first people sign up, act while something is done to the server and for a while after it, and end
 * what they have begun. Their pages stay open.
 *
 * @throws Error a person cannot go on, or `act` has failed
 */
export async function playDay(day: Day, act: () => Promise<void>, { withOperator = true } = {}): Promise<OpenPages> {
  const { scenario, people, operator, visitor } = day;
  await Promise.race([people.found(), people.failed]);
  const operating = withOperator ? operator.run() : new Promise<void>(() => undefined);
  await Promise.race([act(), operating, people.failed]);
  const answered = scenario.journal.nextAnswers(LAST_LIFE_ANSWERS);
  await Promise.race([Promise.all([pause(LAST_LIFE_MS), answered]), people.failed]);
  day.end();
  await Promise.race([Promise.all([withOperator ? operating : null, people.allDone()]), people.failed]);
  return { people: people.list(), visitor };
}

/** A visitor's page. */
function openVisitor(port: number): OpenPages['visitor'] {
  const browser = createBrowser(port, '198.51.100.1');
  const store = browser.openStore(null, DEFAULT_CAMPUS, () => Promise.reject(new Error('A visitor uploads nothing.')));
  for (const topic of frontTopics(DEFAULT_CAMPUS)) store.hold(topic);
  return { browser, store };
}
