import { expect, it } from '@jest/globals';
import { VirtualTime } from '#test/proof/simulate/virtualTime.ts';
import {
  isSafeToReload,
  type PageState,
  RELOAD_HIDDEN_MS,
  RELOAD_IDLE_MS,
  RELOAD_SPACING_MS,
  reloadWhenSafe,
} from '#web/shell/safeReload.ts';
import type { OutboxEntry } from '#web/sync/outbox/entry.ts';

const SAFE: PageState = {
  outbox: [],
  hasDialog: false,
  hasUnsaved: false,
  hiddenFor: 0,
  idleFor: RELOAD_IDLE_MS,
  reloadedAgo: Number.POSITIVE_INFINITY,
};
const holds = (entry: Partial<OutboxEntry>) => ({ outbox: [entry as OutboxEntry] });

it.each<[string, Partial<PageState>, boolean]>([
  ['untouched for long', {}, true],
  ['out of sight', { idleFor: 0, hiddenFor: RELOAD_HIDDEN_MS }, true],
  ['just touched', { idleFor: RELOAD_IDLE_MS - 1 }, false],
  ['just out of sight', { idleFor: 0, hiddenFor: RELOAD_HIDDEN_MS - 1 }, false],
  ['with a dialog', { hasDialog: true }, false],
  ['with something written', { hasUnsaved: true }, false],
  ['with a command on its way', holds({ status: 'sending' }), false],
  ['with a command that waits and is kept', holds({ status: 'queued' }), true],
  ['with one that this device could not keep', holds({ status: 'queued', isUnkept: true }), false],
  ['that has just reloaded by itself', { reloadedAgo: RELOAD_SPACING_MS - 1 }, false],
  ['that reloaded by itself long ago', { reloadedAgo: RELOAD_SPACING_MS }, true],
])('whether nobody would notice that an older page reloads: %s', (_how, change, isSafe) => {
  expect(isSafeToReload({ ...SAFE, ...change })).toBe(isSafe);
});

it('reloads once, as soon as it is safe, and not after it was given up', async () => {
  const time = new VirtualTime();
  let page: PageState = { ...SAFE, hasUnsaved: true };
  const reloads: string[] = [];
  const look = () => page;
  reloadWhenSafe(time.clock, look, () => reloads.push('waited'));
  reloadWhenSafe(time.clock, look, () => reloads.push('given up at once'))();
  const giveUp = reloadWhenSafe(time.clock, look, () => reloads.push('given up'));
  await time.pass(60_000);
  giveUp();
  expect(reloads).toEqual([]);
  page = SAFE;
  await time.pass(60_000);
  expect(reloads).toEqual(['waited']);
});
