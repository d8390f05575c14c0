import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { claimVault, moveVault } from '#server/moving/moveVault.ts';
import { ERA_NOTE, MOVED_AWAY, OtherVault } from '#server/moving/notes.ts';
import type { Vault } from '#server/ports/vault.ts';
import { RECORD_KINDS, type RecordKind } from '#server/ports/vaultRecords.ts';
import { singly } from './singleOutcomes.ts';
import type { UnderTest } from './temporaryStore.ts';
import { ADA, BOB, minute, sampleCode, sampleRecord, sampleSession } from './vaultSamples.ts';

const ERA = 'era-of-target';
const [OLD, NEW] = ['0000000000000007', '00000000000000ab00000000000000ab'];
/** More than a page of a move. */
const MANY = 1_203;

/** The contract of moves between vaults: from each engine, into each engine, beside the one in memory. */
export function vaultMoveContract(name: string, open: () => Promise<UnderTest<Vault>>): void {
  describe(`moves of the vault: ${name}`, () => {
    let subject: UnderTest<Vault>;
    let memory: Vault;
    beforeEach(async () => {
      subject = await open();
      memory = createMemoryVault();
    });
    afterEach(() => subject.dispose());

    describe('out of it', () =>
      vaultCopyContract(
        () => subject.store,
        () => memory,
      ));
    describe('into it', () =>
      vaultCopyContract(
        () => memory,
        () => subject.store,
      ));
    describe('its records', () => vaultRecordsContract(() => subject.store));
  });
}

/** Fills a vault with records of every kind. */
async function fill(vault: Vault): Promise<void> {
  for (const secret of ['session', 'claim', 'command'] as const) await vault.secret(secret);
  await vault.keys.obtain(ADA);
  await vault.keys.obtain(BOB);
  await vault.keys.destroy([BOB]);
  await vault.credentials.put(ADA, 'hash of Ada', 'command', minute(1), null);
  await vault.shelf('ticket').add(sampleRecord());
  await vault.shelf('key').add(sampleRecord({ id: 'another', subject: BOB, counter: 9 }));
  await vault.sessions.add(sampleSession());
  await vault.sessions.rotate(sampleSession().sessionId, 0, {
    generation: 3,
    rotatedAt: minute(2),
    expiresAt: minute(40),
  });
  for (const codeId of ['first', 'second']) await vault.codes.add(sampleCode({ codeId }));
  await vault.codes.wrongAnswer(ADA, 'confirm-email', sampleCode().target, 2);
  await vault.codes.add(sampleCode({ codeId: 'third', at: minute(3) }));
  await vault.codes.consume('third', 'command of Ada');
  for (const at of [minute(1), minute(1), minute(2)]) await vault.attempts.fail('login:ada', at);
  const attempt = { tryId: 'try', commandId: 'refused', commandHash: 'hash' };
  const outcomes = singly(vault.outcomes);
  await outcomes.begin(attempt, minute(1));
  await outcomes.settle(attempt, '"no"', minute(1));
  const lost = { ...attempt, tryId: 'lost', commandId: 'uncertain' };
  await outcomes.begin(lost, minute(2));
  await outcomes.abandon(lost);
  await vault.checkpoints.move('mail', null, OLD);
  await vault.checkpoints.move(ERA_NOTE, null, 'era-of-source');
}

async function allOf(vault: Vault): Promise<Record<string, unknown>> {
  const all = await Promise.all(RECORD_KINDS.map((kind) => vault.records.read(kind, '', MANY * 2)));
  return Object.fromEntries(RECORD_KINDS.map((kind, n) => [kind, all[n]]));
}

function vaultCopyContract(source: () => Vault, target: () => Vault): void {
  const move = () =>
    moveVault({ from: source(), to: target(), era: ERA, counterparts: new Map([[OLD, NEW]]), stop: undefined });

  it('brings everything but what belongs to running processes, checkpoints in positions of the other log', async () => {
    await fill(source());
    await source().leases.acquire('projector', 'holder', 60_000);
    const before = await allOf(source());
    const copy = await move();
    expect(copy).toMatchObject({ records: 14, copied: 14, targetHash: copy.sourceHash });
    expect(await allOf(target())).toEqual({
      ...before,
      checkpoint: [
        { id: ERA_NOTE, position: ERA },
        { id: 'mail', position: NEW },
      ],
    });
    expect(await target().leases.acquire('projector', 'another', 1)).not.toBeNull();
  });

  it('[P10] keeps destroyed keys destroyed, and opens the same data with the others', async () => {
    await fill(source());
    const key = await source().keys.obtain(ADA);
    await move();
    expect(await target().keys.obtain(ADA)).toEqual(key);
    expect(await target().keys.obtain(BOB)).toBeNull();
    expect(await target().secret('claim')).toEqual(await source().secret('claim'));
  });

  it('what it brought works: sessions, shelves, used and void codes, failures, outcomes', async () => {
    await fill(source());
    await move();
    const { purpose, target: address } = sampleCode();
    expect((await target().sessions.listOf(ADA)).map(({ generation }) => generation)).toEqual([3]);
    expect(await target().shelf('ticket').find(sampleRecord().id)).toEqual(sampleRecord());
    expect(await target().shelf('key').advance('another', 9)).toBe(false);
    await target().clearShelves(BOB);
    expect(await target().shelf('key').find('another')).toBeNull();
    expect(await target().codes.consume('third', 'another')).toBe(false);
    expect(await target().codes.consume('third', 'command of Ada')).toBe(true);
    expect((await target().codes.find(ADA, purpose, address, minute(0))).map(({ codeId }) => codeId)).toEqual([
      'third',
      'second',
      'first',
    ]);
    expect(await target().codes.wrongAnswer(ADA, purpose, address, 2)).toBe(2);
    expect(await target().attempts.count('login:ada', minute(1))).toBe(3);
    const again = { tryId: 'again', commandId: 'refused', commandHash: 'hash' };
    expect(await singly(target().outcomes).begin(again, minute(4))).toBe('"no"');
    const uncertain = { ...again, commandId: 'uncertain' };
    expect(await target().outcomes.others(uncertain)).toEqual([{ tryId: 'lost', at: '' }]);
  });

  it('the source is noted as moved, and moves no more', async () => {
    await fill(source());
    await move();
    expect(await source().checkpoints.find(ERA_NOTE)).toBe(MOVED_AWAY);
    await expect(move()).rejects.toThrow('its system was moved already');
  });

  it('[AUTH-31 in part] a repetition takes what has changed since, and what is gone goes', async () => {
    await fill(source());
    await source().sessions.add(sampleSession({ sessionId: 'ends later' }));
    const isHalf = await claimVault(source(), target());
    for (const kind of RECORD_KINDS) {
      if (kind === 'checkpoint') continue;
      const records = await source().records.read(kind, '', MANY);
      await target().records.replace(kind, { after: '', through: null }, records as readonly never[]);
    }
    await source().sessions.remove('ends later');
    await source().keys.destroy([ADA]);
    expect(await target().checkpoints.find(ERA_NOTE)).toBe(isHalf);
    const { copied } = await move();
    // The pages of sessions, keys and checkpoints.
    expect(copied).toBe(4);
    expect(await target().sessions.find('ends later')).toBeNull();
    expect(await target().keys.obtain(ADA)).toBeNull();
  });

  it('goes page by page', async () => {
    await fill(source());
    const keys = Array.from({ length: MANY }, (_, n) => ({
      id: `subject ${String(n).padStart(4, '0')}`,
      key: Uint8Array.from({ length: 32 }, (_each, at) => (n + at) % 256),
    }));
    await source().records.replace('key', { after: 'subject', through: null }, keys);
    const seen: number[] = [];
    await moveVault({
      ...{ from: source(), to: target(), era: ERA, counterparts: new Map([[OLD, NEW]]) },
      onProgress: (done) => void seen.push(done),
    });
    expect(seen.length).toBeGreaterThan(RECORD_KINDS.length);
    expect((await allOf(target())).key).toEqual((await allOf(source())).key);
  });

  it('refuses a target of another system, and changes nothing there', async () => {
    await fill(source());
    await fill(target());
    const before = await allOf(target());
    await expect(move()).rejects.toBeInstanceOf(OtherVault);
    expect(await allOf(target())).toEqual(before);
  });

  it('refuses a target that another system is being moved into', async () => {
    await fill(source());
    const other = createMemoryVault();
    await fill(other);
    await claimVault(other, target());
    await expect(move()).rejects.toThrow('half copied vault of another system');
  });

  it('refuses a target that holds this system and is in use', async () => {
    await fill(source());
    await move();
    await target().checkpoints.move(ERA_NOTE, ERA, 'era of a server');
    await source().checkpoints.move(ERA_NOTE, MOVED_AWAY, 'era-of-source');
    await expect(move()).rejects.toThrow('in use');
  });

  it('goes back into the vault that it was moved from', async () => {
    await fill(source());
    await move();
    await target().credentials.put(BOB, 'hash of Bob', 'command', minute(5), null);
    await moveVault({ from: target(), to: source(), era: 'back', counterparts: new Map([[NEW, OLD]]) });
    expect(await source().credentials.find(BOB)).toMatchObject({ passwordHash: 'hash of Bob' });
    expect(await source().checkpoints.find('mail')).toBe(OLD);
    expect(await source().checkpoints.find(ERA_NOTE)).toBe('back');
    expect(await target().checkpoints.find(ERA_NOTE)).toBe(MOVED_AWAY);
  });
}

function vaultRecordsContract(vault: () => Vault): void {
  it.each(RECORD_KINDS)('of the kind %s are read in order, a page after an id', async (kind: RecordKind) => {
    await fill(vault());
    await vault().credentials.put(BOB, 'hash of Bob', 'command', minute(1), null);
    const all = await vault().records.read(kind, '', MANY);
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort());
    const [first] = all;
    expect(await vault().records.read(kind, '', 1)).toEqual([first]);
    expect(await vault().records.read(kind, first?.id ?? '', MANY)).toEqual(all.slice(1));
  });

  it('are replaced in their range alone', async () => {
    const key = new Uint8Array(32).fill(7);
    const of = (...ids: readonly string[]) => ids.map((id) => ({ id, key }));
    await vault().records.replace('key', { after: '', through: null }, of('a', 'b', 'c', 'd'));
    await vault().records.replace('key', { after: 'a', through: 'c' }, of('bb'));
    expect((await vault().records.read('key', '', MANY)).map(({ id }) => id)).toEqual(['a', 'bb', 'd']);
  });
}
