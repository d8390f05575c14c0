import { expect, it } from '@jest/globals';
import type { Vault } from '#server/ports/vault.ts';
import { ADA, BOB, minute, sampleCode } from './vaultSamples.ts';

const LIMIT = 5;
const PARALLEL = 100;
const { codeId, purpose, target } = sampleCode();

/** Short ways to add and to find codes. */
function codesOf(vault: () => Vault) {
  const codes = () => vault().codes;
  return {
    codes,
    /** One after the other: of two at once, either may be the newer. */
    async add(...changes: readonly Parameters<typeof sampleCode>[0][]) {
      for (const change of changes) await codes().add(sampleCode(change));
    },
    found: async (since = minute(0)) => (await codes().find(ADA, purpose, target, since)).map(({ codeId: id }) => id),
  };
}

/** Codes are found by their binding, and are void after too many wrong answers. */
export function vaultCodesContract(vault: () => Vault): void {
  const { codes, add, found } = codesOf(vault);

  it('[VERF-06] finds the codes of a user for a purpose and an address, newest first', async () => {
    await add(
      { codeId: 'first', at: minute(1) },
      { codeId: 'third', at: minute(3) },
      { codeId: 'second', at: minute(2) },
    );
    await add(
      { codeId: 'of another', userId: BOB },
      { codeId: 'else', purpose: 'join-campus' },
      { target: 'elsewhere' },
    );
    expect(await found()).toEqual(['third', 'second', 'first']);
    expect(await found(minute(2))).toEqual(['third', 'second']);
    expect(await found(minute(4))).toEqual([]);
  });

  it('keeps a code as it was given, and both of two with one id', async () => {
    await codes().add(sampleCode({ codeHash: 'drawn before the crash' }));
    await codes().add(sampleCode({ codeHash: 'drawn after it' }));
    expect(await codes().find(ADA, purpose, target, minute(0))).toEqual([
      sampleCode({ codeHash: 'drawn after it' }),
      sampleCode({ codeHash: 'drawn before the crash' }),
    ]);
  });

  it('counts wrong answers against every code of user, purpose and address, and voids them at the limit', async () => {
    await add(
      { codeId: 'a' },
      { codeId: 'd' },
      { codeId: 'b', target: 'elsewhere' },
      { codeId: 'c', purpose: 'join-campus' },
    );
    for (let answer = 1; answer < LIMIT; answer += 1) {
      expect(await codes().wrongAnswer(ADA, purpose, target, LIMIT)).toBe(answer);
      expect(await found()).toEqual(['d', 'a']);
    }
    expect(await codes().wrongAnswer(ADA, purpose, target, LIMIT)).toBe(LIMIT);
    expect(await found()).toEqual([]);
    expect(await codes().find(ADA, purpose, 'elsewhere', minute(0))).toHaveLength(1);
    expect(await codes().find(ADA, 'join-campus', target, minute(0))).toHaveLength(1);
    expect(await codes().consume('a', 'command')).toBe(false);
  });

  it('begins to count anew with a new code, and counts nothing without one', async () => {
    expect(await codes().wrongAnswer(ADA, purpose, target, LIMIT)).toBe(0);
    await add({ codeId: 'old' });
    for (let answer = 0; answer < LIMIT; answer += 1) await codes().wrongAnswer(ADA, purpose, target, LIMIT);
    await add({ codeId: 'new' });
    expect(await codes().wrongAnswer(ADA, purpose, target, LIMIT)).toBe(1);
    expect(await found()).toEqual(['new']);
  });
}

/** Codes are used once, and forgotten. */
export function vaultCodeUseContract(vault: () => Vault): void {
  const { codes, add, found } = codesOf(vault);

  it(`lets one of ${PARALLEL} commands use a code, and that one again`, async () => {
    await add({});
    const commands = Array.from({ length: PARALLEL }, (_, n) => `command ${n}`);
    const held = await Promise.all(commands.map((command) => codes().consume(codeId, command)));
    const winners = commands.filter((_, n) => held[n]);
    expect(winners).toHaveLength(1);
    expect(await codes().consume(codeId, winners[0] ?? '')).toBe(true);
    expect(await found()).toEqual([codeId]);
  });

  it('lets the command that used a code use it again even after it became void', async () => {
    await add({});
    expect(await codes().consume(codeId, 'command')).toBe(true);
    for (let answer = 0; answer < LIMIT; answer += 1) await codes().wrongAnswer(ADA, purpose, target, LIMIT);
    expect(await codes().consume(codeId, 'command')).toBe(true);
    expect(await codes().consume(codeId, 'another')).toBe(false);
  });

  it('uses no code that there is not', async () => {
    expect(await codes().consume(codeId, 'command')).toBe(false);
  });

  it('[P10] forgets old codes, and all of erased people', async () => {
    await add({ codeId: 'old', at: minute(1) }, { codeId: 'young', at: minute(2) });
    await codes().add(sampleCode({ codeId: 'erased', userId: BOB, at: minute(3) }));
    await codes().consume('old', 'command');
    await vault().keys.destroy([BOB]);
    await codes().sweep(minute(2));
    expect(await found()).toEqual(['young']);
    expect(await codes().find(BOB, purpose, target, minute(0))).toEqual([]);
    expect(await codes().consume('old', 'command')).toBe(false);
  });

  it('[P10] forgets the codes of a person', async () => {
    await add({}, { purpose: 'join-campus' });
    await codes().add(sampleCode({ userId: BOB }));
    await codes().removeUser(ADA);
    expect(await found()).toEqual([]);
    expect(await codes().find(ADA, 'join-campus', target, minute(0))).toEqual([]);
    expect(await codes().find(BOB, purpose, target, minute(0))).toHaveLength(1);
  });
}
