import { describe, expect, it } from '@jest/globals';
import type { Asked, Asking } from '#projections/sync/asking.ts';
import { SESSION_CHANGED } from '#projections/sync/handshake.ts';
import { VirtualTime } from '#test/proof/simulate/virtualTime.ts';
import { AskingTransport } from '#web/sync/transport/asking.ts';
import { noAnswer, RequestRefused } from '#web/sync/transport/http.ts';
import {
  ASKING_GATHER_MS,
  ASKING_HIDDEN_FIRST_MS,
  ASKING_SPACING_MS,
  SOCKET_PATIENCE_MS,
  SOCKET_RETRY_FIRST_MS,
  SOCKET_TRY_MS,
} from '#web/sync/transport/limits.ts';
import type { Transport, TransportListener } from '#web/sync/transport/transport.ts';
import { TwoWays } from '#web/sync/transport/twoWays.ts';

const ERAS = { eras: [{ id: 'first', from: '0'.repeat(16) }] };
const [P1, P2, P3] = ['1', '2', '3'].map((digit) => digit.padStart(16, '0')) as [string, string, string];
const cursor = (position: string) => ({ generation: 'g', era: 'first', position });
const document = (key: string, position: string) => ({ collection: 'posts', key, position, doc: {} });
const topicAnswer = (position: string, documents: readonly object[] = [], fresh = false) => ({
  ...{ ok: true, cursor: cursor(position), fresh, documents, floor: '' },
});
const subscribe = { topic: 'feed:ou', since: null, floor: null, notBefore: '0'.repeat(16) };

type Answer = Omit<Asked, 'ok' | 'ended'> & Partial<Asked>;
const answerOf = (position: string, answers: readonly unknown[] = [], packets: readonly unknown[] = []): Answer =>
  ({
    answers: [...answers],
    packets: [['eras', ERAS], ...packets, ['progress', { generation: 'g', position }]],
  }) as Answer;

/** A page's two ways over a network by hand, whose time passes by hand. */
function page() {
  const time = new VirtualTime();
  const heard: string[] = [];
  /** Questions that wait for their answer. */
  const open: {
    readonly asking: Asking;
    readonly answer: (with_: Answer) => void;
    readonly fail: (error: unknown) => void;
  }[] = [];
  const given: unknown[] = [];
  let isSeen = true;
  let socket: TransportListener | undefined;
  const sockets: string[] = [];
  let closedByHub = 0;
  const asking = new AskingTransport({
    ...{ clock: time.clock, random: () => 0 },
    ask: (question, signal) =>
      new Promise((resolve, reject) => {
        const mine = {
          asking: question,
          answer: (with_: Answer) => {
            open.splice(open.indexOf(mine), 1);
            resolve({ ok: true, ended: null, ...with_ });
          },
          fail: (error: unknown) => {
            open.splice(open.indexOf(mine), 1);
            reject(error);
          },
        };
        open.push(mine);
        signal.addEventListener('abort', () => open.includes(mine) && mine.fail(signal.reason));
      }),
    give: async (envelope) => {
      given.push(envelope);
      return { ok: true, position: P3 };
    },
    look: async () => null,
    isSeen: () => isSeen,
    followSeen: () => undefined,
    closedByHub: () => {
      closedByHub += 1;
    },
  });
  const inner: Transport = {
    start: (listener) => {
      socket = listener;
    },
    request: async () => 'of the socket',
    reconnect: () => void sockets.push('connect'),
    stop: () => void sockets.push('stop'),
  };
  const ways = new TwoWays({ ...{ socket: inner, asking, clock: time.clock, random: () => 0 } });
  ways.start({
    user: () => null,
    closed: () => void heard.push('closed'),
    received: (event) => void heard.push(event),
    answered: (topic) => void heard.push(`answered ${topic}`),
    way: (way) => void heard.push(way),
  });
  const first = () => {
    const [only, ...others] = open;
    if (only === undefined || others.length > 0) throw new Error(`${open.length} questions are open.`);
    return only;
  };
  /** The way over HTTP is open, with one topic. */
  async function opened() {
    ways.reconnect();
    await time.pass(SOCKET_PATIENCE_MS);
    first().answer(answerOf(P1));
    await time.pass(0);
    const joined = ways.request('subscribe', subscribe, 1_000);
    await time.pass(ASKING_GATHER_MS);
    first().answer(answerOf(P1, [topicAnswer(P1, [], true)]));
    await joined;
    await time.pass(ASKING_GATHER_MS);
    heard.length = 0;
  }
  return {
    ...{ ways, time, heard, open, first, opened, sockets, given },
    socket: () => socket as TransportListener,
    hide: () => {
      isSeen = false;
    },
    closedByHub: () => closedByHub,
  };
}

describe('the two ways of a page to the hub', () => {
  it('asks over HTTP only where no WebSocket has opened in time; a log-in meanwhile does not begin that anew', async () => {
    const { ways, time, open, heard, first } = page();
    ways.reconnect();
    await time.pass(SOCKET_PATIENCE_MS - 1_000);
    ways.reconnect();
    expect(open).toEqual([]);
    await time.pass(1_000);
    expect(first().asking).toMatchObject({ user: null, messages: [], isHeld: false });
    expect(heard).toEqual([]);
    first().answer(answerOf(P1));
    await time.pass(0);
    expect(heard).toEqual(['asking', 'eras', 'progress']);
  });

  it('asks nothing where a WebSocket opens', async () => {
    const { ways, time, open, heard, socket } = page();
    ways.reconnect();
    await time.pass(1_000);
    socket().received('eras', ERAS);
    await time.pass(600_000);
    expect([open, heard]).toEqual([[], ['socket', 'eras']]);
    expect(await ways.request('need', {}, 1)).toBe('of the socket');
  });

  it('[P5] goes back to the first WebSocket that opens, and hands on no packet of two ways', async () => {
    const { ways, time, open, heard, socket, opened, sockets, first } = page();
    await opened();
    sockets.length = 0;
    await time.pass(SOCKET_TRY_MS);
    expect(sockets).toEqual(['stop']);
    await time.pass(SOCKET_RETRY_FIRST_MS);
    expect(sockets).toEqual(['stop', 'connect']);
    const late = first();
    socket().received('eras', ERAS);
    socket().received('progress', {});
    expect(heard).toEqual(['closed', 'socket', 'eras', 'progress']);
    late.answer(answerOf(P2, [topicAnswer(P2)], [['rows', {}]]));
    await time.pass(60_000);
    expect([open, heard.length]).toEqual([[], 4]);
    // The next loss begins the wait anew.
    socket().closed();
    await time.pass(SOCKET_PATIENCE_MS);
    expect(heard.slice(4)).toEqual(['closed']);
    expect(open).toHaveLength(1);
    ways.stop();
    expect(open).toEqual([]);
  });
});

describe('a page that asks over HTTP', () => {
  it('[P5] names its topics with what it has, has the question held, and goes on from each answer', async () => {
    const { time, first, opened, heard } = page();
    await opened();
    expect(first().asking.isHeld).toBe(true);
    expect(first().asking.messages).toEqual([
      {
        event: 'subscribe',
        payload: { topic: 'feed:ou', since: cursor(P1), floor: '', notBefore: P1, era: 'first' },
        known: expect.any(String),
      },
    ]);
    first().answer(answerOf(P2, [topicAnswer(P1)], [['rows', { position: P2 }]]));
    await time.pass(0);
    expect(heard).toEqual(['answered feed:ou', 'rows', 'progress']);
    await time.pass(ASKING_SPACING_MS);
    expect(first().asking.messages[0]?.payload).toMatchObject({ since: cursor(P2), notBefore: P2 });
  });

  it('[P5] hands on nothing of an answer that lacks a topic, and asks for the same again', async () => {
    const { time, first, opened, heard } = page();
    await opened();
    const refusal = { code: 'UNAVAILABLE', text: '', data: {}, retry: true };
    first().answer(answerOf(P2, [{ ok: false, refusal }], [['rows', { position: P2 }]]));
    await time.pass(5_000);
    expect(heard).toEqual([]);
    expect(first().asking.messages[0]?.payload).toMatchObject({ since: cursor(P1) });
  });

  it('[P8] drops a topic whose right has ended', async () => {
    const { time, first, opened, heard } = page();
    await opened();
    const refusal = { code: 'TOPIC_FORBIDDEN', text: '', data: {}, retry: false };
    first().answer(answerOf(P2, [{ ok: false, refusal }]));
    await time.pass(ASKING_SPACING_MS);
    expect(heard).toEqual(['revoked', 'progress']);
    expect(first().asking.messages).toEqual([]);
  });

  it('asks at once for what a component wants, and the held question gives way', async () => {
    const { ways, time, first, opened } = page();
    await opened();
    const answered = ways.request('need', { refs: [], notBefore: '0'.repeat(16) }, 1_000);
    await time.pass(ASKING_GATHER_MS);
    expect(first().asking.isHeld).toBe(false);
    // An answer by a hub that is behind would leave a gap.
    expect(first().asking.messages[1]).toMatchObject({ event: 'need', payload: { notBefore: P1 } });
    first().answer(answerOf(P1, [topicAnswer(P1), 'the answer']));
    expect(await answered).toBe('the answer');
  });

  it('keeps for the next question what had no room', async () => {
    const { ways, time, first, opened } = page();
    await opened();
    const answered = ways.request('need', { refs: [], notBefore: P1 }, 1_000);
    await time.pass(ASKING_GATHER_MS);
    first().answer(answerOf(P1, [topicAnswer(P1), null]));
    await time.pass(ASKING_GATHER_MS);
    first().answer(answerOf(P1, [topicAnswer(P1), 'the answer']));
    expect(await answered).toBe('the answer');
  });

  it('[P2] gives a command once, and asks for what it has done', async () => {
    const { ways, time, first, opened, given } = page();
    await opened();
    expect(await ways.request('command', { id: 'one' }, 1_000)).toEqual({ ok: true, position: P3 });
    expect(given).toEqual([{ id: 'one' }]);
    await time.pass(ASKING_GATHER_MS);
    expect(first().asking).toMatchObject({ isHeld: false, messages: [{ payload: { notBefore: P3 } }] });
    first().answer(answerOf(P3, [topicAnswer(P3)]));
    await time.pass(ASKING_GATHER_MS);
    expect(first().asking.isHeld).toBe(true);
  });

  it('asks at growing intervals while nobody sees it, and has nothing held', async () => {
    const { time, first, opened, hide, open } = page();
    await opened();
    hide();
    first().answer(answerOf(P1, [topicAnswer(P1)]));
    await time.pass(ASKING_HIDDEN_FIRST_MS - 1);
    expect(open).toEqual([]);
    await time.pass(1);
    expect(first().asking.isHeld).toBe(false);
    first().answer(answerOf(P1, [topicAnswer(P1)]));
    await time.pass(2 * ASKING_HIDDEN_FIRST_MS - 1);
    expect(open).toEqual([]);
  });

  it('is closed when its session is another, or no answer comes, and opens again by itself', async () => {
    for (const error of [
      new RequestRefused({ code: SESSION_CHANGED, text: '', data: {}, retry: false }, 409),
      noAnswer(),
    ]) {
      const { time, first, opened, heard, closedByHub } = page();
      await opened();
      first().fail(error);
      await time.pass(ASKING_GATHER_MS);
      // One that was held may have been ended by a proxy, which says nothing.
      if (closedByHub() === 0) first().fail(error);
      await time.pass(10_000);
      expect([closedByHub(), heard]).toEqual([error.refusal.code === SESSION_CHANGED ? 1 : 0, ['closed']]);
      first().answer(answerOf(P1));
      await time.pass(0);
      expect(heard).toEqual(['closed', 'asking', 'eras', 'progress']);
    }
  });

  it('[P5] opens anew when the log has another era: it may have been restored between two questions', async () => {
    const { time, first, opened, heard } = page();
    await opened();
    const eras = { eras: [...ERAS.eras, { id: 'second', from: P1 }] };
    first().answer({
      answers: [topicAnswer(P2, [document('lost', P2)])],
      packets: [
        ['eras', eras],
        ['rows', {}],
        ['progress', { generation: 'g', position: P2 }],
      ],
    });
    await time.pass(ASKING_GATHER_MS);
    expect(heard).toEqual(['closed', 'asking', 'eras', 'progress']);
    expect(first().asking.messages).toEqual([]);
  });
});
