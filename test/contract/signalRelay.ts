import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import type { Signalled } from '#projections/sync/protocol.ts';
import type { SignalRelay } from '#server/ports/signalRelay.ts';

/** Milliseconds between two looks, and looks between two tries of somebody whose other one may not follow yet. */
const LOOK_MS = 50;
const LOOKS_A_TRY = 20;

const said = (number: number): Signalled => ({
  topic: 'messages:x:1',
  name: 'writes',
  from: newId('00000000-0000-4000-8000-000000000000', 0),
  data: { number, isWriting: true },
});

const hears = (heard: readonly Signalled[], number: number) => heard.some(({ data }) => data.number === number);

/** Waits for a state. @param again done now and then until it is there */
async function until(isThere: () => boolean, again: () => void = () => undefined): Promise<void> {
  for (let looks = 0; !isThere(); looks += 1) {
    if (looks % LOOKS_A_TRY === 0) again();
    await pause(LOOK_MS);
  }
}

/** Every relay brings signals to all other hubs, in their order, and keeps none. */
export function signalRelayContract(open: () => Promise<SignalRelay>): void {
  const relays: SignalRelay[] = [];
  afterEach(async () => {
    for (const relay of relays.splice(0)) await relay.close();
  });

  /** Hubs that hear one another. */
  async function hubs(count: number) {
    const all = await Promise.all(
      Array.from({ length: count }, async () => {
        const relay = await open();
        relays.push(relay);
        const heard: Signalled[] = [];
        relay.follow((signal) => void heard.push(signal));
        return { relay, heard };
      }),
    );
    for (const { relay } of all) {
      const others = all.filter((each) => each.relay !== relay);
      await until(
        () => others.every(({ heard }) => hears(heard, -1)),
        () => relay.send(said(-1)),
      );
      // The last of them, so that none of these comes later.
      relay.send(said(-2));
      await until(() => others.every(({ heard }) => hears(heard, -2)));
      for (const { heard } of all) heard.length = 0;
    }
    return all;
  }

  it('brings each signal whole to every other hub, in order, and to the own one none', async () => {
    const [first, second, third] = await hubs(3);
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are three.');
    const all = [1, 2, 3].map(said);
    for (const signal of all) first.relay.send(signal);
    for (const { heard } of [second, third]) {
      await until(() => heard.length >= all.length);
      expect(heard).toEqual(all);
    }
    expect(first.heard).toEqual([]);
  });

  it('tells nothing of what was said before somebody came', async () => {
    const [first, second] = await hubs(2);
    if (first === undefined || second === undefined) throw new Error('There are two.');
    first.relay.send(said(1));
    await until(() => second.heard.length >= 1);
    const late = await open();
    relays.push(late);
    const heard: Signalled[] = [];
    late.follow((signal) => void heard.push(signal));
    await until(
      () => hears(heard, 2),
      () => first.relay.send(said(2)),
    );
    expect(hears(heard, 1)).toBe(false);
  });

  it('says nothing more once it is closed, and harms nobody', async () => {
    const [first, second] = await hubs(2);
    if (first === undefined || second === undefined) throw new Error('There are two.');
    await second.relay.close();
    first.relay.send(said(3));
    second.relay.send(said(4));
    await pause(LOOK_MS);
    expect(hears(second.heard, 3)).toBe(false);
    expect(hears(first.heard, 4)).toBe(false);
  });
}
