import { expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { moveVault } from '#server/moving/moveVault.ts';
import { ERA_NOTE, HALF_COPIED } from '#server/moving/notes.ts';
import type { Vault } from '#server/ports/vault.ts';

/** A vault that says that it has replaced records, and has lost the first of them. */
function losing(vault: Vault): Vault {
  const { records } = vault;
  return {
    ...vault,
    records: {
      ...records,
      replace: (kind, range, page) => records.replace(kind, range, kind === 'key' ? page.slice(1) : page),
    },
  };
}

it('[P1] a copy that reads back otherwise is no move: the source stays the system, and a repetition mends the target', async () => {
  const [from, to] = [createMemoryVault(), createMemoryVault()];
  for (const subject of ['ada', 'bob']) await from.keys.obtain(subject);
  await from.checkpoints.move(ERA_NOTE, null, 'era-of-source');
  const move = (target: Vault) => moveVault({ from, to: target, era: 'era-of-target', counterparts: new Map() });

  await expect(move(losing(to))).rejects.toThrow(Unavailable);
  expect(await from.checkpoints.find(ERA_NOTE)).toBe('era-of-source');
  expect(await to.checkpoints.find(ERA_NOTE)).toMatch(new RegExp(`^${HALF_COPIED}`));

  await move(to);
  expect(await to.checkpoints.find(ERA_NOTE)).toBe('era-of-target');
  expect(await to.keys.find(['ada', 'bob'])).toEqual(await from.keys.find(['ada', 'bob']));
});
