import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { UNREAD_KNOWN_MAX } from '#domain/notification/limits.ts';
import {
  allRead,
  comes,
  goes,
  isUnread,
  NOTHING_UNREAD,
  type Unread,
  unreadCount,
} from '#projections/notification/unread.ts';

const SEED = 20_261_128;

/** A list whose items are remembered one by one. */
class List {
  state: Unread = NOTHING_UNREAD;
  readonly items: { number: number; read: boolean }[] = [];

  come(): void {
    this.state = comes(this.state);
    this.items.push({ number: this.state.last, read: false });
  }

  read(pick: number): void {
    const item = this.items[pick % (this.items.length || 1)];
    if (item === undefined || !isUnread(item, this.state)) return;
    this.state = goes(this.state, item.number);
    item.read = true;
  }

  rise(pick: number): void {
    const item = this.items[pick % (this.items.length || 1)];
    if (item === undefined) return;
    if (isUnread(item, this.state)) this.state = goes(this.state, item.number);
    this.state = comes(this.state);
    Object.assign(item, { number: this.state.last, read: false });
  }

  end(pick: number): void {
    const [item] = this.items.splice(pick % (this.items.length || 1), 1);
    if (item !== undefined && isUnread(item, this.state)) this.state = goes(this.state, item.number);
  }

  get unread(): number {
    return this.items.filter((item) => isUnread(item, this.state)).length;
  }
}

const steps = fc.array(
  fc.tuple(
    fc.constantFrom('come', 'come', 'come', 'read', 'rise', 'end', 'all'),
    fc.nat(1_000),
    // Many come at once now and then: more than are known one by one.
    fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 50, max: 150 }) }),
  ),
  { maxLength: 60, size: 'max' },
);

describe('the number of what is unread', () => {
  it('[DATA-15 in part] equals what the list shows, after every history', () => {
    const reached = { crowded: false };
    fc.assert(
      fc.property(steps, (all) => {
        const list = new List();
        for (const [step, pick, times] of all) {
          if (step === 'come') for (let n = 0; n < times; n += 1) list.come();
          else if (step === 'all') list.state = allRead(list.state, pick);
          else list[step as 'read' | 'rise' | 'end'](pick);
          expect(unreadCount(list.state)).toBe(list.unread);
          expect(list.state.known.length).toBeLessThanOrEqual(UNREAD_KNOWN_MAX);
          if (list.state.older > 0) reached.crowded = true;
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
    expect(reached.crowded).toBe(true);
  });

  it('leaves unread what comes while all are being read', () => {
    const list = new List();
    for (let n = 0; n < 3; n += 1) list.come();
    const upTo = list.state.last;
    list.come();
    list.state = allRead(list.state, upTo);
    expect([unreadCount(list.state), list.unread]).toEqual([1, 1]);
  });

  it('takes no mark of the future: what comes later is unread', () => {
    const list = new List();
    list.come();
    list.state = allRead(list.state, Number.MAX_SAFE_INTEGER);
    list.come();
    expect(unreadCount(list.state)).toBe(1);
  });

  it('[NOTF-03 in part] one that was read and comes again is unread again', () => {
    const list = new List();
    list.come();
    list.read(0);
    expect(unreadCount(list.state)).toBe(0);
    list.rise(0);
    expect([unreadCount(list.state), list.unread]).toEqual([1, 1]);
  });
});
