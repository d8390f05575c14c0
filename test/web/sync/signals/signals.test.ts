import { describe, expect, it } from '@jest/globals';
import { signals as declared } from '#projections/documentRegistry.ts';
import { writes } from '#projections/message/signals.ts';
import { id } from '#test/projections/support/events.ts';
import { standingClock } from '#test/server/hub/hubRig.ts';
import { createView } from '#web/sync/documents/view.ts';
import { Signals } from '#web/sync/signals/signals.ts';

const topic = 'messages:x:1';
const heard = (name: string, isWriting = true) => ({ topic, name: 'writes', from: id(name), data: { isWriting } });

function page() {
  const clock = standingClock();
  const view = createView();
  const sent: object[] = [];
  const network = { isThere: true };
  const signal = (said: object) => network.isThere && sent.push(said) > 0;
  const signals = new Signals({ link: { signal }, clock, view, signals: declared });
  return { network, clock, view, sent, signals, here: () => view.getState().heard[topic] ?? [] };
}

describe('signals of a page', () => {
  it('say the same again only after a while, and another thing at once', () => {
    const { clock, sent, signals } = page();
    const say = (isWriting: boolean) => signals.say(writes, topic, { isWriting });
    for (let times = 0; times < 5; times += 1) say(true);
    expect(sent).toEqual([{ topic, name: 'writes', data: { isWriting: true } }]);
    clock.advance(writes.everyMs - 1);
    say(true);
    expect(sent).toHaveLength(1);
    clock.advance(1);
    say(true);
    expect(sent).toHaveLength(2);
    say(false);
    say(true);
    expect(sent).toHaveLength(4);
    signals.say(writes, 'messages:y:1', { isWriting: true });
    expect(sent).toHaveLength(5);
  });

  it('that had no connection do not count as said', () => {
    const { network, sent, signals } = page();
    network.isThere = false;
    signals.say(writes, topic, { isWriting: true });
    network.isThere = true;
    signals.say(writes, topic, { isWriting: true });
    expect(sent).toHaveLength(1);
  });

  it('hold for their time from the last word, each of its sender', () => {
    const { clock, signals, here } = page();
    signals.heard(heard('ann'));
    clock.advance(writes.holdsMs - 1);
    signals.heard(heard('bob'));
    expect(here().map(({ from }) => from)).toEqual([id('ann'), id('bob')]);
    signals.heard(heard('ann'));
    clock.advance(writes.holdsMs - 1);
    expect(here().map(({ from }) => from)).toEqual([id('bob'), id('ann')]);
    clock.advance(1);
    expect(here()).toEqual([]);
  });

  it('outlive a word that is lost, as long as it is said again', () => {
    expect(writes.holdsMs).toBeGreaterThan(2 * writes.everyMs);
  });

  it('take the place of what the same one said before', () => {
    const { signals, here } = page();
    signals.heard(heard('ann'));
    signals.heard(heard('ann', false));
    expect(here()).toEqual([{ name: 'writes', from: id('ann'), data: { isWriting: false } }]);
  });

  it('that this release does not know are nothing', () => {
    const { signals, view } = page();
    signals.heard({ ...heard('ann'), name: 'sings' });
    signals.heard({ ...heard('ann'), name: 'toString' });
    signals.heard({ ...heard('ann'), data: { isWriting: 7 } });
    expect(view.getState().heard).toEqual({});
  });

  it('are forgotten when another person reads', () => {
    const { clock, sent, signals, view } = page();
    signals.say(writes, topic, { isWriting: true });
    signals.heard(heard('ann'));
    signals.clear();
    expect(view.getState().heard).toEqual({});
    clock.advance(writes.holdsMs);
    expect(view.getState().heard).toEqual({});
    signals.say(writes, topic, { isWriting: true });
    expect(sent).toHaveLength(2);
  });
});
