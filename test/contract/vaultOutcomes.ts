import { expect, it } from '@jest/globals';
import type { CommandContent, TryOfCommand, Vault } from '#server/ports/vault.ts';
import { singly } from './singleOutcomes.ts';
import { minute } from './vaultSamples.ts';

const COMMAND: CommandContent = { commandId: 'command', commandHash: 'hash' };

const attempt = (tryId: string, change: Partial<TryOfCommand> = {}): TryOfCommand => ({ tryId, ...COMMAND, ...change });

/** Outcomes of commands that append nothing, agreed between processes. */
export function vaultOutcomesContract(vault: () => Vault): void {
  it('keeps the outcome that was settled first, for every later copy of the same content', async () => {
    const outcomes = singly(vault().outcomes);
    expect(await outcomes.begin(attempt('a'), minute(1))).toBeNull();
    expect(await outcomes.settle(attempt('a'), '"no"', minute(1))).toBe('"no"');
    expect(await outcomes.begin(attempt('b'), minute(2))).toBe('"no"');
    expect(await outcomes.settle(attempt('b'), '"another no"', minute(2))).toBe('"no"');
    expect(await outcomes.begin(attempt('c', { commandHash: 'other' }), minute(2))).toBeNull();
    expect(await outcomes.begin(attempt('d', { commandId: 'other' }), minute(2))).toBeNull();
    expect(await outcomes.others(attempt('x'))).toEqual([]);
  });

  it('settles nothing once another try has taken the mark away: that one may have been accepted since', async () => {
    const outcomes = singly(vault().outcomes);
    await outcomes.begin(attempt('a'), minute(1));
    await outcomes.begin(attempt('b'), minute(1));
    await outcomes.end(COMMAND, ['a']);
    await outcomes.accept(attempt('b'));
    expect(await outcomes.settle(attempt('a'), '"no"', minute(2))).toBeNull();
    // And keeps nothing of it.
    expect(await outcomes.begin(attempt('c'), minute(3))).toBeNull();
  });

  it('settles nothing while another try is under way, and does not leave its own in the way of that', async () => {
    const outcomes = singly(vault().outcomes);
    await outcomes.begin(attempt('a'), minute(1));
    await outcomes.begin(attempt('b'), minute(2));
    await outcomes.begin(attempt('a'), minute(3));
    expect(await outcomes.others(attempt('b'))).toEqual([{ tryId: 'a', at: minute(3) }]);
    expect(await outcomes.settle(attempt('b'), '"no"', minute(3))).toBeNull();
    expect(await outcomes.others(attempt('a'))).toEqual([]);
    expect(await outcomes.settle(attempt('a'), '"yes"', minute(3))).toBe('"yes"');
  });

  it('takes marks away, and lists those for which nobody waits any more', async () => {
    const outcomes = singly(vault().outcomes);
    for (const tryId of ['a', 'b', 'c']) await outcomes.begin(attempt(tryId), minute(1));
    await outcomes.abandon(attempt('b'));
    await outcomes.end(COMMAND, ['c', 'nobody']);
    expect(await outcomes.others(attempt('x'))).toEqual([
      { tryId: 'a', at: minute(1) },
      { tryId: 'b', at: '' },
    ]);
  });

  it('takes the mark of an accepted try away, but not while there is another try of the same content', async () => {
    const outcomes = singly(vault().outcomes);
    await outcomes.begin(attempt('a'), minute(1));
    await outcomes.begin(attempt('b'), minute(1));
    await outcomes.begin(attempt('c', { commandHash: 'other' }), minute(1));
    await outcomes.accept(attempt('a'));
    expect(await outcomes.others(attempt('b'))).toEqual([{ tryId: 'a', at: minute(1) }]);
    await outcomes.end(COMMAND, ['a']);
    await outcomes.accept(attempt('b'));
    await outcomes.accept(attempt('nobody'));
    expect(await outcomes.others(attempt('x'))).toEqual([]);
    expect(await outcomes.others(attempt('x', { commandHash: 'other' }))).toHaveLength(1);
  });

  it('sweeps what is old', async () => {
    const outcomes = singly(vault().outcomes);
    await outcomes.begin(attempt('a'), minute(1));
    await outcomes.abandon(attempt('a'));
    await outcomes.begin(attempt('answered', { commandId: 'old' }), minute(1));
    await outcomes.settle(attempt('answered', { commandId: 'old' }), '"no"', minute(1));
    await outcomes.sweep(minute(1));
    expect(await outcomes.others(attempt('x'))).toHaveLength(1);
    expect(await outcomes.begin(attempt('b', { commandId: 'old' }), minute(2))).toBe('"no"');
    await outcomes.sweep(minute(2));
    expect(await outcomes.others(attempt('x'))).toEqual([]);
    expect(await outcomes.begin(attempt('b', { commandId: 'old' }), minute(2))).toBeNull();
  });
}
