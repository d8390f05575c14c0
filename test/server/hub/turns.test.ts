import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Connection, openConnection } from '#server/hub/connection.ts';
import { ANSWER_BACKLOG_BYTES, ANSWER_TAKEN_MS, UNSENT_MAX_BYTES } from '#server/hub/limits.ts';
import { Turns } from '#server/hub/turns.ts';
import { type StandingClock, standingClock } from './hubRig.ts';

/** A connection whose client takes its answers when the test says so. */
interface Reader {
  readonly connection: Connection;
  /** Bytes that wait for it. */
  waiting: number;
  take(): void;
}

let clock: StandingClock;
let turns: Turns;
const slow: Connection[] = [];

beforeEach(() => {
  clock = standingClock();
  slow.length = 0;
  turns = new Turns(clock, (connection) => slow.push(connection));
});

function reader(id: string, userId: string | null, address = '203.0.113.9'): Reader {
  const taken = Promise.withResolvers<void>();
  const self = {
    waiting: 0,
    take() {
      self.waiting = 0;
      taken.resolve();
    },
  };
  const transport = {
    broadcaster: { send: () => undefined },
    backlog: () => ({ bytes: self.waiting, packets: 1 }),
    taken: () => taken.promise,
    end: () => undefined,
  };
  const connection = openConnection({ id, userId, sessionId: null, campus: 'ou', address, transport }, clock.now());
  return Object.assign(self, { connection });
}

/** Answers a reader with that many bytes, which stay in its send queue. */
async function answer(to: Reader, bytes: number): Promise<boolean> {
  const turn = turns.open(to.connection);
  const mayAnswer = await turn.begin();
  if (mayAnswer) to.waiting += bytes;
  turn.end();
  return mayAnswer;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns to be answered', () => {
  it('come one after the other: the next answer is not made before the last one was taken', async () => {
    const ada = reader('a', 'ada');
    expect(await answer(ada, ANSWER_BACKLOG_BYTES + 1)).toBe(true);
    let isMade = false;
    const next = answer(ada, 1).then((made) => {
      isMade = made;
    });
    await settled();
    expect(isMade).toBe(false);
    ada.take();
    await next;
    expect(isMade).toBe(true);
  });

  it('end a connection that does not take its answer in time, and none that has', async () => {
    const [ada, bob] = [reader('a', 'ada'), reader('b', 'bob')];
    for (const each of [ada, bob]) await answer(each, ANSWER_BACKLOG_BYTES + 1);
    await settled();
    ada.take();
    await settled();
    clock.advance(ANSWER_TAKEN_MS - 1);
    expect(slow).toEqual([]);
    clock.advance(1);
    expect(slow).toEqual([bob.connection]);
  });

  it.each([
    ['a user', 'ada', 'ada', 'bob'],
    ['the visitors of an address', null, null, 'bob'],
  ])('are refused where too much waits for all connections of %s, and nobody else’s', async (_name, ...users) => {
    const [first, second, other] = users.map((user, each) => reader(String(each), user)) as [Reader, Reader, Reader];
    await answer(first, UNSENT_MAX_BYTES + 1);
    await settled();
    expect(await answer(second, 1)).toBe(false);
    expect(await answer(other, 1)).toBe(true);
    expect(await answer(reader('away', null, '203.0.113.10'), 1)).toBe(true);
    first.take();
    await settled();
    expect(await answer(second, 1)).toBe(true);
  });

  it('are refused once the connection has ended', async () => {
    const ada = reader('a', 'ada');
    ada.connection.isOpen = false;
    expect(await answer(ada, 1)).toBe(false);
  });
});
