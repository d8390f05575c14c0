import { describe, expect, it } from '@jest/globals';
import { topicName } from '#projections/sync/topicNames.ts';
import { SimBrowser, storeAtOnce } from '#test/proof/simulate/simClient.ts';
import { createRandom, VirtualTime } from '#test/proof/simulate/virtualTime.ts';
import { createSyncStore } from '#web/sync/core.ts';
import { rulesAtHand } from '#web/sync/documents/rulesSource.ts';
import { rules } from '#web/sync/rules.ts';
import type { SyncStore } from '#web/sync/syncStore.ts';
import {
  ASK_RETRY_MAX_MS,
  UNREADABLE_FORGOTTEN_MS,
  UNREADABLE_RETRY_FIRST_MS,
  UNREADABLE_RETRY_MAX_MS,
} from '#web/sync/transport/limits.ts';
import type { ClientEvent, HubEvent, Transport, TransportListener } from '#web/sync/transport/transport.ts';

const FEED = topicName.feed('ou');
const HOUR_MS = 60 * 60_000;
const at = (n: number) => String(n).padStart(16, '0');

const ERAS = { eras: [{ id: 'first', from: at(0) }] };
const ANSWER = {
  ok: true,
  cursor: { generation: 'g', era: 'first', position: at(1) },
  fresh: true,
  documents: [],
  floor: '',
};
const post = (n: number) => ({
  collection: 'posts',
  key: `post-${n}`,
  position: at(n),
  doc: { id: `post-${n}`, parent: null, feed: 'ou', activity: at(n) },
});
const rows = (n: number) => ({ position: at(n), documents: [post(n)], created: [], refs: [] });

/** A hub that sends packets of the test, and records its questions. */
class ScriptedHub implements Transport {
  readonly opened: number[] = [];
  readonly asked: [event: ClientEvent, at: number][] = [];
  answer: (event: ClientEvent) => unknown = () => ANSWER;
  /** Packets sent on every connection. */
  greeting: readonly [event: HubEvent, payload: unknown][] = [['eras', ERAS]];
  readonly #time: VirtualTime;
  #listener: TransportListener | null = null;
  #isUp = false;
  #connections = 0;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  start(listener: TransportListener): void {
    this.#listener = listener;
  }

  reconnect(after = 0): void {
    if (this.#isUp) {
      this.#isUp = false;
      this.#listener?.closed();
    }
    this.#connections += 1;
    const connection = this.#connections;
    this.#time.after(after, () => {
      if (this.#connections !== connection) return;
      this.#isUp = true;
      this.opened.push(this.#time.clock.now());
      for (const [event, payload] of this.greeting) if (this.#isUp) this.say(event, payload);
    });
  }

  say(event: HubEvent, payload: unknown): void {
    this.#listener?.received(event, JSON.parse(JSON.stringify(payload)));
  }

  refuse(): void {
    this.#listener?.outdated?.();
  }

  async request(event: ClientEvent): Promise<unknown> {
    this.asked.push([event, this.#time.clock.now()]);
    return JSON.parse(JSON.stringify(this.answer(event)));
  }

  stop(): void {
    this.#isUp = false;
  }
}

function open(prepare: (hub: ScriptedHub) => void = () => undefined) {
  const time = new VirtualTime();
  const hub = new ScriptedHub(time);
  prepare(hub);
  const browser = new SimBrowser('browser', time);
  const store: SyncStore = createSyncStore({
    transport: hub,
    clock: time.clock,
    storage: browser.storage,
    lock: browser.lock,
    tabs: browser.channel(),
    upload: storeAtOnce,
    random: createRandom(7),
    newId: () => browser.newId(),
    rules: rulesAtHand(rules),
    ownTopic: topicName.me,
    actorRefused: () => undefined,
  });
  void store.start();
  store.hold(FEED);
  store.actAs({ userId: null, campus: 'ou' });
  return { time, hub, store, view: () => store.view.getState() };
}

/** Adds a field that this release does not know to every object. */
function later(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(later);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).map(([key, each]) => [key, key === 'doc' ? each : later(each)]);
  return { ...Object.fromEntries(known), ofALaterRelease: 1 };
}

describe('a page and a hub of a later release', () => {
  it('reads past fields that it does not know', async () => {
    const { time, hub, view } = open((scripted) => {
      scripted.greeting = [['eras', later(ERAS)]];
      scripted.answer = () => later({ ...ANSWER, documents: [post(1)] });
    });
    await time.pass(100);
    hub.say('rows', later(rows(2)));
    hub.say('progress', later({ generation: 'g', position: at(3) }));
    await time.pass(100);
    expect(view()).toMatchObject({ connection: 'online', isOutdated: false, topics: { [FEED]: { status: 'live' } } });
    expect(view().windows[FEED]).toEqual(['post-2', 'post-1']);
    hub.say('revoked', later({ topic: FEED, refusal: { code: 'X', text: 'No.', data: {}, retry: false } }));
    expect(view().topics[FEED]).toMatchObject({ status: 'refused' });
    expect(hub.opened).toHaveLength(1);
  });

  it.each([
    ['rows', { ...rows(2), documents: 'none' }],
    ['eras', { eras: 'none' }],
  ] as const)(
    'backs off where it can’t read an answer (%s), and says that it is out of date',
    async (event, payload) => {
      const { time, hub, view } = open((scripted) => {
        scripted.greeting =
          event === 'eras'
            ? [[event, payload]]
            : [
                ['eras', ERAS],
                [event, payload],
              ];
      });
      await time.pass(HOUR_MS);
      expect(view().isOutdated).toBe(true);
      const waits = hub.opened.slice(1).map((moment, n) => moment - (hub.opened[n] ?? 0));
      expect(waits.length).toBeGreaterThan(8);
      expect(waits.length).toBeLessThan(30);
      expect(Math.min(...waits.slice(-3))).toBeGreaterThanOrEqual(UNREADABLE_RETRY_MAX_MS / 2);
      expect(Math.max(...waits)).toBeLessThanOrEqual(UNREADABLE_RETRY_MAX_MS);
    },
  );

  it('goes on where a later connection can be read, without a gap', async () => {
    const { time, hub, view } = open();
    await time.pass(100);
    hub.say('rows', { ...rows(2), documents: 'none' });
    // On the same connection it would skip the unreadable packet.
    hub.say('rows', rows(3));
    expect(view().topics[FEED]).toMatchObject({ status: 'stale' });
    hub.answer = () => ({ ...ANSWER, cursor: { ...ANSWER.cursor, position: at(3) }, documents: [post(2), post(3)] });
    await time.pass(UNREADABLE_RETRY_MAX_MS);
    expect(view().topics[FEED]).toMatchObject({ status: 'live' });
    expect(view().windows[FEED]).toEqual(['post-3', 'post-2']);
    expect(hub.opened).toHaveLength(2);
  });

  it('takes an unreadable packet for the first one when all was read for long', async () => {
    const { time, hub } = open();
    await time.pass(100);
    const unread = () => hub.say('rows', { ...rows(2), documents: 'none' });
    /** Milliseconds until the page connects again after an unreadable packet. */
    const pause = async () => {
      const [from, before] = [time.clock.now(), hub.opened.length];
      unread();
      while (hub.opened.length === before) await time.pass(500);
      return (hub.opened.at(-1) ?? 0) - from;
    };
    for (let n = 0; n < 6; n += 1) await pause();
    expect(await pause()).toBeGreaterThan(UNREADABLE_RETRY_FIRST_MS * 4);
    await time.pass(UNREADABLE_FORGOTTEN_MS + 1_000);
    expect(await pause()).toBeLessThanOrEqual(UNREADABLE_RETRY_FIRST_MS);
  });

  it.each(['subscribe', 'need'] as const)(
    'asks later and later where it can’t read the answer (%s)',
    async (question) => {
      const { time, hub, store, view } = open((scripted) => {
        scripted.answer = (event) => (event === question ? { ok: true, as: 'of a later release' } : ANSWER);
      });
      store.actAs({ userId: '00000000-0000-4000-8000-000000000001', campus: 'ou' });
      await time.pass(100);
      hub.say('rows', rows(2));
      await time.pass(HOUR_MS);
      expect(view().isOutdated).toBe(true);
      const moments = hub.asked.flatMap(([event, moment]) => (event === question ? [moment] : []));
      expect(moments.length).toBeGreaterThan(5);
      // Two topics are held.
      expect(moments.length).toBeLessThan((2 * HOUR_MS) / (ASK_RETRY_MAX_MS / 2));
    },
  );

  it('says that it is out of date where the hub refuses its connections', () => {
    const { hub, view } = open();
    hub.refuse();
    expect(view().isOutdated).toBe(true);
  });
});
