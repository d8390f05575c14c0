import { describe, expect, it } from '@jest/globals';
import type { EventMeta } from '#domain/kernel/event.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createEmptyOutcomes, EMPTY_OUTCOMES_MAX } from '#server/soleWriter/emptyOutcomes.ts';
import { soleWriterKeys, soleWriterSessions } from '#server/soleWriter/soleWriterVault.ts';
import { createUncertainCommands } from '#server/soleWriter/uncertainCommands.ts';
import { LATE_APPEND_MS } from '#server/write/commandOutcomes.ts';

const metaOf = (commandId: string) => ({ commandId, commandHash: 'hash' }) as EventMeta;
const NO = { ok: false, rejection: { code: 'FILE_MISSING', data: {} } } as const;

describe('outcomes without an append, of the only process', () => {
  it('[P7] are remembered by command and content, and the oldest goes when there are too many', () => {
    const outcomes = createEmptyOutcomes();
    for (let n = 0; n < EMPTY_OUTCOMES_MAX; n += 1) outcomes.note(metaOf(`command ${n}`), NO);
    expect(outcomes.known(metaOf('command 0'))).toEqual(NO);
    expect(outcomes.known({ ...metaOf('command 0'), commandHash: 'other' })).toBeNull();
    outcomes.note(metaOf('one more'), NO);
    expect(['command 0', 'command 1', 'one more'].map((id) => outcomes.known(metaOf(id)))).toEqual([null, NO, NO]);
  });
});

describe('appends without an answer, of the only process', () => {
  it('[P7] are fenced once, and again after another append without an answer', () => {
    let uptime = 0;
    const uncertain = createUncertainCommands(true, () => uptime);
    expect(uncertain.mayLand('before the start')).toBe(true);
    uncertain.fenced('before the start');
    expect(uncertain.mayLand('before the start')).toBe(false);
    uptime = LATE_APPEND_MS;
    expect(uncertain.mayLand('never noted')).toBe(false);
    uncertain.note('noted');
    expect(uncertain.mayLand('noted')).toBe(true);
    uncertain.fenced('noted');
    expect(uncertain.mayLand('noted')).toBe(false);
    uncertain.note('noted');
    expect(uncertain.mayLand('noted')).toBe(true);
  });
});

describe('the cached vault of the only process', () => {
  it('[P10] gives every caller a key of its own, so that none can change the cached one', async () => {
    const keys = soleWriterKeys(createMemoryVault().keys);
    const made = await keys.obtain('ada');
    const copy = made?.slice();
    made?.fill(0);
    const second = await keys.obtain('ada');
    expect(second).toEqual(copy);
    second?.fill(0);
    expect(await keys.obtain('ada')).toEqual(copy);
  });

  it('reads sessions anew after a sweep', async () => {
    const { sessions } = createMemoryVault();
    let reads = 0;
    const cached = soleWriterSessions({
      ...sessions,
      async find() {
        reads += 1;
        return { sessionId: 'a' } as never;
      },
    });
    await cached.find('a');
    await cached.find('a');
    expect(reads).toBe(1);
    await cached.sweep('2026-01-01T00:00:00.000Z');
    await cached.find('a');
    expect(reads).toBe(2);
  });
});
