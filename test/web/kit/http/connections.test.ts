import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { answerInTime } from '#web/kit/http/answerInTime.ts';
import {
  areAllDead,
  followSilence,
  leaveConnections,
  leaveDeadOnes,
  leaveOtherWay,
  SILENT_MS,
  whileUnderWay,
} from '#web/kit/http/connections.ts';
import { watchProgress } from '#web/kit/http/watchProgress.ts';

/** Connections that a browser keeps, of which some are dead: a look that is called off closes its own. */
function browser(dead: number) {
  let left = dead;
  let looks = 0;
  jest.spyOn(globalThis, 'fetch').mockImplementation((_path, { signal } = {}) => {
    looks += 1;
    if (looks > left) return Promise.resolve(new Response(null));
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => {
        left -= 1;
        reject(signal.reason);
      }),
    );
  });
  return { left: () => left, looks: () => looks };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('connections that may be dead', () => {
  it('are looked at by as many requests as a browser keeps, and the dead ones given up when one answers', async () => {
    const { left, looks } = browser(4);
    const all = [leaveDeadOnes(), leaveDeadOnes()];
    await Promise.all(all);
    expect([left(), looks()]).toEqual([0, 6]);
  });

  it('are all given up when none answers for a second', async () => {
    const { left } = browser(6);
    let isOver = false;
    void leaveDeadOnes().then(() => {
      isOver = true;
    });
    await jest.advanceTimersByTimeAsync(999);
    expect([isOver, left()]).toEqual([false, 6]);
    await jest.advanceTimersByTimeAsync(1);
    expect([isOver, left()]).toEqual([true, 0]);
  });

  it.each([
    ['h2', 'http://ou.quad/home', true],
    ['', 'http://ou.quad/home', true],
    ['http/1.1', 'http://other.example/a.png', true],
    ['http/1.1', 'http://ou.quad/home', false],
  ])(
    'are known to be dead where requests share one (%s, %s): over HTTP/1.1 the next has a new one',
    async (nextHopProtocol, name, areDead) => {
      browser(1_000);
      jest.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name, nextHopProtocol }] as never);
      Object.assign(globalThis, { location: { origin: 'http://ou.quad' } });
      void leaveDeadOnes();
      await jest.advanceTimersByTimeAsync(1_000);
      expect(areAllDead()).toBe(areDead);
      leaveOtherWay();
      Reflect.deleteProperty(globalThis, 'location');
    },
  );

  it('are looked at again as long as something waits and none answers: only then a browser gives one of HTTP/2 up', async () => {
    const { looks } = browser(1_000);
    const leave = whileUnderWay(() => undefined);
    void leaveDeadOnes();
    await jest.advanceTimersByTimeAsync(9_000);
    expect(looks()).toBe(3 * 6);
    leave();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(looks()).toBe(3 * 6);
  });

  it('are left before a question is repeated: the next try gets a living one', async () => {
    const { left } = browser(3);
    const leftAtTry: number[] = [];
    const answer = answerInTime(
      (signal) => {
        leftAtTry.push(left());
        if (leftAtTry.length > 1) return Promise.resolve(new Response('yes'));
        return new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      { tries: [100, 100] },
    );
    await jest.advanceTimersByTimeAsync(100);
    expect(await (await answer).text()).toBe('yes');
    expect(leftAtTry).toEqual([3, 0]);
  });

  it.each([
    { what: 'code, which a server has at hand', isAtHand: true, sent: 2 },
    { what: 'a search, which may take its time', isAtHand: false, sent: 1 },
  ])(
    'are dead where $what comes late while another one answers: a log-in goes $sent times',
    async ({ isAtHand, sent }) => {
      browser(0);
      let logIns = 0;
      const never = (signal: AbortSignal) =>
        new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      const logIn = (signal: AbortSignal) => {
        logIns += 1;
        return logIns === 1 ? never(signal) : Promise.resolve(new Response('in'));
      };
      const pressed = answerInTime(logIn, { tries: [30_000, 20_000], onlyAfterDeath: true });
      pressed.catch(() => undefined);
      let tries = 0;
      const code = (signal: AbortSignal) => {
        tries += 1;
        return tries === 1 ? never(signal) : Promise.resolve(new Response('code'));
      };
      void answerInTime(code, { tries: [4_000, 12_000], isAtHand });
      await jest.advanceTimersByTimeAsync(4_100);
      expect(logIns).toBe(sent);
      await jest.advanceTimersByTimeAsync(30_000);
    },
  );

  it('make a question without an answer for three seconds doubt the other connection, once', async () => {
    browser(0);
    let doubts = 0;
    followSilence(() => {
      doubts += 1;
    });
    const quick = answerInTime(() => Promise.resolve(new Response('')), { tries: [9_000] });
    await quick;
    await jest.advanceTimersByTimeAsync(9_000);
    expect(doubts).toBe(0);
    const never = answerInTime((signal) => new Promise((_, no) => signal.addEventListener('abort', no)), {
      tries: [9_000],
    });
    const failed = expect(never).rejects.toBeDefined();
    await jest.advanceTimersByTimeAsync(2_999);
    expect(doubts).toBe(0);
    await jest.advanceTimersByTimeAsync(6_001);
    await failed;
    expect(doubts).toBe(1);
  });
});

describe('an upload', () => {
  it('is cut when the connections died and it does not go on, and never for its length', async () => {
    browser(0);
    let cuts = 0;
    const watch = watchProgress(() => {
      cuts += 1;
    });
    for (let second = 0; second < 300; second += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      watch.heard();
      leaveConnections();
    }
    expect(cuts).toBe(0);
    await jest.advanceTimersByTimeAsync(SILENT_MS);
    leaveConnections();
    await jest.advanceTimersByTimeAsync(0);
    expect(cuts).toBe(1);
    leaveConnections();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(cuts).toBe(1);
  });

  it('has the other connection looked at after a second and a half without progress', async () => {
    browser(0);
    let doubts = 0;
    followSilence(() => {
      doubts += 1;
    });
    const watch = watchProgress(() => undefined);
    await jest.advanceTimersByTimeAsync(1_499);
    watch.heard();
    await jest.advanceTimersByTimeAsync(1_499);
    expect(doubts).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(doubts).toBe(1);
    watch.stop();
  });

  it('is cut by itself after long without progress, and not once it is over', async () => {
    browser(0);
    let cuts = 0;
    const cut = () => {
      cuts += 1;
    };
    watchProgress(cut).stop();
    watchProgress(cut);
    await jest.advanceTimersByTimeAsync(44_999);
    expect(cuts).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(cuts).toBe(1);
  });
});

it('one folder asks over HTTP: nothing in web/ goes around the linter by a name of the global object', () => {
  const web = resolve(import.meta.dirname, '../../../../web');
  const around = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith(join('kit', 'http')))
    .filter((name) =>
      /\b(?:globalThis|window|self)\.(?:fetch|XMLHttpRequest|EventSource)\b/.test(
        readFileSync(join(web, name), 'utf8'),
      ),
    );
  expect(around).toEqual([]);
});
