import { describe, expect, it } from '@jest/globals';
import { createTracker, SEND_AFTER_MS, SEND_AGAIN_MS, type TrackedBody } from '#web/impression/tracker.ts';

/** A tracker with a clock of its own. */
function tracked() {
  const sent: TrackedBody[] = [];
  const left: TrackedBody[] = [];
  const timers: { readonly ms: number; readonly then: () => void }[] = [];
  const network = { isAway: false, takesBeacons: true };
  const tracker = createTracker({
    session: 'tab',
    send: async (body) => {
      if (network.isAway) throw new Error('No network.');
      sent.push(body);
    },
    sendLeaving: (body) => network.takesBeacons && left.push(body) > 0,
    after: (ms, then) => void timers.push({ ms, then }),
  });
  /** Runs what is due. @returns after how many milliseconds that was */
  async function tick() {
    const due = timers.splice(0);
    for (const { then } of due) then();
    await new Promise((resolve) => setImmediate(resolve));
    return due.map(({ ms }) => ms);
  }
  return { tracker, sent, left, network, tick };
}

describe('what a page says of sponsored posts', () => {
  it('[ANLT-02 in part] is sent in one request, each action once per post', async () => {
    const { tracker, sent, tick } = tracked();
    for (const post of ['a', 'b', 'a', 'a']) tracker.note(post, 'view');
    tracker.note('a', 'copied_link');
    expect(await tick()).toEqual([SEND_AFTER_MS]);
    const actions = [
      { actionType: 'view', postId: 'a' },
      { actionType: 'view', postId: 'b' },
      { actionType: 'copied_link', postId: 'a' },
    ];
    expect(sent).toEqual([{ session: 'tab', actions }]);
    tracker.note('a', 'view');
    expect(await tick()).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  it('is told again when the server was away', async () => {
    const { tracker, sent, network, tick } = tracked();
    network.isAway = true;
    tracker.note('a', 'view');
    await tick();
    expect(sent).toEqual([]);
    tracker.note('b', 'view');
    network.isAway = false;
    expect(await tick()).toEqual([SEND_AGAIN_MS]);
    expect(sent.map(({ actions }) => actions.map(({ postId }) => postId))).toEqual([['a', 'b']]);
  });

  it('is handed to the browser when the page is left, and not sent twice', async () => {
    const { tracker, sent, left, tick } = tracked();
    tracker.note('a', 'view');
    tracker.leave();
    tracker.leave();
    expect(left).toEqual([{ session: 'tab', actions: [{ actionType: 'view', postId: 'a' }] }]);
    await tick();
    expect(sent).toEqual([]);
  });

  it('is kept when the browser does not take it', async () => {
    const { tracker, sent, network, tick } = tracked();
    network.takesBeacons = false;
    tracker.note('a', 'view');
    tracker.leave();
    await tick();
    expect(sent).toHaveLength(1);
  });
});
