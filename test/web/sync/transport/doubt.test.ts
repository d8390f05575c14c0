import { describe, expect, it } from '@jest/globals';
import { HubLink } from '#web/sync/transport/hubLink.ts';
import { DOUBT_AFTER_MS, HIDDEN_DOUBT_MS, LOOK_FIRST_MS } from '#web/sync/transport/limits.ts';
import type { Transport, TransportListener } from '#web/sync/transport/transport.ts';

/** A link over a transport by hand, whose time passes by hand. */
function link({ isSeen = true } = {}) {
  let now = 0;
  let timers: { readonly at: number; readonly call: () => void }[] = [];
  const clock = {
    now: () => now,
    after(milliseconds: number, call: () => void) {
      const timer = { at: now + milliseconds, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  };
  /** Time passes, and whatever is due happens. */
  async function pass(milliseconds: number) {
    for (const until = now + milliseconds; ; ) {
      const [next] = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
      now = next?.at ?? until;
      if (next === undefined) break;
      timers = timers.filter((each) => each !== next);
      next.call();
      await settle();
    }
    await settle();
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const asked: string[] = [];
  const states: string[] = [];
  let reconnects = 0;
  let deaths = 0;
  let isDead = false;
  let listener: TransportListener | null = null;
  const transport: Transport = {
    start: (given) => {
      listener = given;
    },
    request: (event, _payload, timeout) => {
      asked.push(event);
      if (!isDead && event !== 'need') return Promise.resolve({});
      return new Promise((_, reject) => clock.after(timeout, () => reject(new Error('Silence.'))));
    },
    reconnect() {
      reconnects += 1;
    },
    stop: () => undefined,
  };
  const hub = new HubLink({ transport, clock, random: () => 0.5, isSeen: () => isSeen });
  const nothing = () => undefined;
  hub.start({
    ...{ opened: nothing, erasBegan: nothing, closed: nothing, rows: nothing, progress: nothing },
    ...{ revoked: nothing, signalled: nothing, answered: nothing, way: nothing, outdated: nothing },
    connection: (state) => void states.push(state),
    died: () => {
      deaths += 1;
    },
  });
  return {
    ...{ hub, pass, asked },
    open: () => listener?.received('eras', { eras: [{ id: 'a', from: '0'.repeat(16) }] }),
    close: () => listener?.closed(),
    die: () => {
      isDead = true;
    },
    revive: () => {
      isDead = false;
    },
    reconnects: () => reconnects,
    deaths: () => deaths,
    states: () => states,
  };
}

describe('a connection that is doubted', () => {
  it('is asked, by one look for all reasons at once, and stays when the hub answers', async () => {
    const { hub, open, asked, pass, reconnects } = link();
    open();
    expect(hub.isOpen).toBe(true);
    for (let n = 0; n < 5; n += 1) hub.doubt();
    await pass(10_000);
    expect([asked, reconnects()]).toEqual([['unsubscribe'], 0]);
  });

  it('is given up after two seconds of silence; the patience grows, since a slow one may carry a large packet', async () => {
    const { hub, open, close, die, pass, reconnects } = link();
    open();
    die();
    hub.doubt();
    await pass(LOOK_FIRST_MS - 1);
    expect(reconnects()).toBe(0);
    await pass(1);
    expect(reconnects()).toBe(1);
    close();
    open();
    hub.doubt();
    await pass(2 * LOOK_FIRST_MS - 1);
    expect(reconnects()).toBe(1);
    await pass(1);
    expect(reconnects()).toBe(2);
  });

  it('is doubted, and given up, within the times that people wait for: three seconds and two, and five in the background', () => {
    expect([DOUBT_AFTER_MS, LOOK_FIRST_MS, HIDDEN_DOUBT_MS]).toEqual([3_000, 2_000, 5_000]);
  });

  it('has two seconds again once it has answered', async () => {
    const { hub, open, close, die, revive, pass, reconnects } = link();
    open();
    die();
    hub.doubt();
    await pass(LOOK_FIRST_MS);
    close();
    open();
    revive();
    hub.doubt();
    await pass(0);
    die();
    hub.doubt();
    await pass(LOOK_FIRST_MS);
    expect(reconnects()).toBe(2);
  });

  it('is doubted by a question that has no answer for three seconds', async () => {
    const { hub, open, asked, die, pass, reconnects } = link();
    open();
    die();
    void hub.need({ refs: [], notBefore: '0'.repeat(16) } as never);
    await pass(DOUBT_AFTER_MS - 1);
    expect(asked).toEqual(['need']);
    await pass(1 + LOOK_FIRST_MS);
    expect([asked, reconnects()]).toEqual([['need', 'unsubscribe'], 1]);
  });

  it('is opened anew at once where it is only being opened, but not again and again', async () => {
    const { hub, open, close, pass, reconnects } = link();
    open();
    close();
    hub.doubt();
    hub.doubt();
    expect(reconnects()).toBe(1);
    await pass(LOOK_FIRST_MS);
    hub.doubt();
    expect(reconnects()).toBe(2);
  });

  it('is no proof that others died where it is only being opened, and silence elsewhere leaves that its time', async () => {
    const { hub, open, close, pass, reconnects, deaths } = link();
    open();
    close();
    hub.doubt({ leavesTrying: true });
    await pass(10_000);
    expect([reconnects(), deaths()]).toEqual([0, 0]);
    hub.doubt();
    expect([reconnects(), deaths()]).toEqual([1, 0]);
    open();
    hub.doubt({ leavesTrying: true });
    await pass(LOOK_FIRST_MS);
    expect(deaths()).toBe(0);
  });

  it('is left alone in the background, and by doubts while the browser says that it is offline', async () => {
    const hidden = link({ isSeen: false });
    hidden.open();
    hidden.hub.doubt();
    const offline = link();
    offline.open();
    offline.close();
    offline.hub.setNetwork(false);
    offline.hub.doubt();
    await Promise.all([hidden.pass(10_000), offline.pass(10_000)]);
    expect([hidden.asked, offline.asked, offline.reconnects()]).toEqual([[], [], 0]);
  });

  it('is asked when the browser says that it is offline: it is not while the hub answers', async () => {
    const { hub, open, asked, states, pass, die, reconnects } = link();
    open();
    hub.setNetwork(false);
    await pass(0);
    expect([asked, states(), reconnects()]).toEqual([['unsubscribe'], ['online', 'offline', 'online'], 0]);
    die();
    hub.setNetwork(false);
    await pass(LOOK_FIRST_MS);
    expect([states().at(-1), reconnects()]).toEqual(['offline', 1]);
  });

  it('is opened at once when the browser is on line again, also where it broke meanwhile and waits for its next try', async () => {
    const broken = link();
    broken.open();
    broken.close();
    const first = link();
    for (const { hub, pass } of [broken, first]) {
      hub.setNetwork(false);
      await pass(60_000);
      hub.setNetwork(true);
      await pass(0);
    }
    // The first connection of a page has its own tries.
    expect([broken.reconnects(), first.reconnects()]).toEqual([1, 0]);
  });

  it('has others given up with it, once it is known to be dead', async () => {
    const { hub, open, die, pass, deaths } = link();
    open();
    hub.doubt();
    await pass(LOOK_FIRST_MS);
    expect(deaths()).toBe(0);
    die();
    hub.doubt();
    await pass(LOOK_FIRST_MS);
    expect(deaths()).toBe(1);
  });

  it('is not given up when another one was opened meanwhile', async () => {
    const { hub, open, close, die, pass, reconnects } = link();
    open();
    die();
    hub.doubt();
    await pass(LOOK_FIRST_MS / 2);
    close();
    open();
    await pass(LOOK_FIRST_MS);
    expect(reconnects()).toBe(0);
  });
});
