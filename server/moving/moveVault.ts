import { createHash } from 'node:crypto';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { canonicalJson } from '../kernel/canonicalJson.ts';
import type { Vault } from '../ports/vault.ts';
import {
  type IdRange,
  RECORD_KINDS,
  type RecordKind,
  type RecordVault,
  type VaultRecords,
} from '../ports/vaultRecords.ts';
import { ERA_NOTE, HALF_COPIED, MOVED_AWAY, OtherVault } from './notes.ts';

/** Records of a kind that are read and replaced at once. */
const PAGE_RECORDS = 500;
/** More reactors than there will ever be. */
const REACTORS_MAX = 1_000;
/** Hexadecimal digits that name the system of a half copied vault. */
const SYSTEM_DIGITS = 16;

type AnyRecord = VaultRecords[RecordKind];
type Checkpoint = VaultRecords['checkpoint'];
type Ends = Pick<Vault, 'checkpoints' | 'records'>;

/** The outcome of a copy of a vault. */
export interface VaultCopy {
  readonly records: number;
  /** Those that this run wrote. */
  readonly copied: number;
  /** SHA-256 of all records, hexadecimal; of what was read from each vault, checkpoints in positions of the target. */
  readonly sourceHash: string;
  readonly targetHash: string;
}

export interface MoveVaultOptions {
  readonly from: Ends;
  readonly to: Ends;
  /** Present era of the log to which the copy belongs. */
  readonly era: string;
  /** Positions in that log by positions in the log of the source. */
  readonly counterparts: ReadonlyMap<string, string>;
  /** @param done records compared or copied */
  readonly onProgress?: (done: number) => void;
  /** Ends the copy between two pages; the next one goes on there. */
  readonly stop?: AbortSignal | undefined;
}

/** Checkpoints of reactors, without the note that stands among them. */
export async function reactorPositions({ records }: Pick<Vault, 'records'>): Promise<ReadonlyMap<string, string>> {
  const found = await records.read('checkpoint', '', REACTORS_MAX);
  return new Map(found.filter(({ id }) => id !== ERA_NOTE).map(({ id, position }) => [id, position]));
}

/**
 * Notes a vault as half copied, so that no server starts on it and its log from now on. Done before the log is copied.
 *
 * @returns the note
 * @throws OtherVault the target holds another system or one that is in use, or the source was moved already
 */
export async function claimVault(from: Ends, to: Ends): Promise<string> {
  const isHalf = `${HALF_COPIED}${await systemOf(from)}`;
  const before = await from.checkpoints.find(ERA_NOTE);
  if (before?.startsWith(HALF_COPIED) === true) throw new OtherVault('the one that it is moved from is half copied');
  const note = await to.checkpoints.find(ERA_NOTE);
  if (note === isHalf) return isHalf;
  if (before === MOVED_AWAY) throw new OtherVault('its system was moved already');
  await refuseOther(from, to, note);
  await changeNote(to, note, isHalf);
  return isHalf;
}

/**
 * Moves a vault into another engine, while no other process uses either. Keys, credentials, sessions, codes, failed
 * logins, outcomes, secrets and checkpoints come along, the checkpoints as positions of the other log.
 *
 * The note of the era says to which log a vault belongs, and no server starts on one with another note. It is how a move
 * is one step although it has many: the target is noted as half copied; when all is there and read back, the source is
 * noted as moved away; then the target gets its era. So there is never a moment in which both can be started, and before
 * the last steps the source can. A repetition writes only the pages that differ: it goes on where the last one ended, and
 * takes what has changed since; records that are gone from the source go.
 *
 * @throws OtherVault the target holds another system or one that is in use, or the source was moved already
 * @throws Unavailable one of the vaults does not answer; move again later
 * @throws the reason of `stop`
 */
export async function moveVault(options: MoveVaultOptions): Promise<VaultCopy> {
  const { from, to, era, counterparts, onProgress = () => undefined, stop } = options;
  const isHalf = await claimVault(from, to);

  let records = 0;
  let copied = 0;
  const count = (page: number, written: number) => {
    stop?.throwIfAborted();
    records += page;
    copied += written;
    onProgress(records);
  };
  for (const kind of RECORD_KINDS) if (kind !== 'checkpoint') await copyKind(kind, from.records, to.records, count);
  const translated = await translate(from, counterparts);
  const all = [...translated, { id: ERA_NOTE, position: isHalf }].sort(byId);
  const written = await replaceIfOther('checkpoint', to.records, { after: '', through: null }, all);
  count(translated.length, written === 0 ? 0 : translated.length);

  const sourceHash = await hashOf(from.records, translated);
  const targetHash = await hashOf(to.records, [...(await reactorPositions(to))].map(toCheckpoint).sort(byId));
  if (targetHash !== sourceHash) throw new Unavailable('The copy of the vault reads back otherwise. Move again.');
  const noteBefore = await from.checkpoints.find(ERA_NOTE);
  if (noteBefore !== MOVED_AWAY) await changeNote(from, noteBefore, MOVED_AWAY);
  await changeNote(to, isHalf, era);
  return { records, copied, sourceHash, targetHash };
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);
const toCheckpoint = ([id, position]: readonly [string, string]): Checkpoint => ({ id, position });

async function changeNote({ checkpoints }: Ends, before: string | null, after: string): Promise<void> {
  if (await checkpoints.move(ERA_NOTE, before, after)) return;
  throw new Unavailable('Another process uses a vault of the move. Stop it, then move again.');
}

/** Names a system by its secrets, which are random; they do not follow from it. */
async function systemOf({ records }: Ends): Promise<string> {
  const secrets = await records.read('secret', '', PAGE_RECORDS);
  return createHash('sha256').update(textOf(secrets)).digest('hex').slice(0, SYSTEM_DIGITS);
}

/** @throws OtherVault */
async function refuseOther(from: Ends, to: Ends, note: string | null): Promise<void> {
  if (note?.startsWith(HALF_COPIED) === true)
    throw new OtherVault('its target is the half copied vault of another system');
  const firsts = await Promise.all(RECORD_KINDS.map((kind) => to.records.read(kind, '', 1)));
  if (firsts.every((found) => found.length === 0)) return;
  if ((await systemOf(from)) !== (await systemOf(to))) {
    throw new OtherVault('its target holds the secrets of another system; move into an empty database or folder');
  }
  if (note !== MOVED_AWAY) throw new OtherVault('its target holds this system already, and is in use');
}

/** Checkpoints of reactors as they are to stand in the target. */
async function translate(from: Ends, counterparts: ReadonlyMap<string, string>): Promise<readonly Checkpoint[]> {
  const translated = [...(await reactorPositions(from))].map(([id, position]): Checkpoint => {
    const counterpart = counterparts.get(position);
    if (counterpart === undefined) throw new Unavailable(`The checkpoint of ${id} has moved meanwhile. Move again.`);
    return { id, position: counterpart };
  });
  return translated.sort(byId);
}

async function copyKind(
  kind: RecordKind,
  from: RecordVault,
  to: RecordVault,
  onPage: (page: number, written: number) => void,
): Promise<void> {
  for await (const { range, page } of pagesOf(kind, from)) {
    onPage(page.length, await replaceIfOther(kind, to, range, page));
  }
}

/** All records of a kind, with ranges that leave no id out. */
async function* pagesOf(
  kind: RecordKind,
  records: RecordVault,
): AsyncGenerator<{ readonly range: IdRange; readonly page: readonly AnyRecord[] }> {
  for (let after: string | null = ''; after !== null; ) {
    const page: readonly AnyRecord[] = await records.read(kind, after, PAGE_RECORDS);
    const through: string | null = page.length < PAGE_RECORDS ? null : (page.at(-1)?.id ?? null);
    yield { range: { after, through }, page };
    after = through;
  }
}

/** @returns how many records were written: none where they stand already */
async function replaceIfOther(
  kind: RecordKind,
  to: RecordVault,
  { after, through }: IdRange,
  page: readonly AnyRecord[],
): Promise<number> {
  const there = await to.read(kind, after, page.length + 1);
  const inRange = there.filter(({ id }) => through === null || id <= through);
  if (textOf(inRange) === textOf(page)) return 0;
  await to.replace(kind, { after, through }, page as readonly never[]);
  return page.length;
}

/** @param checkpoints in the place of those that the vault holds */
async function hashOf(records: RecordVault, checkpoints: readonly Checkpoint[]): Promise<string> {
  const hash = createHash('sha256');
  for (const kind of RECORD_KINDS) {
    if (kind === 'checkpoint') continue;
    for await (const { page } of pagesOf(kind, records))
      for (const each of page) hash.update(`${kind} ${textOf(each)}\n`);
  }
  for (const each of checkpoints) hash.update(`checkpoint ${textOf(each)}\n`);
  return hash.digest('hex');
}

/** All of a value, bytes as hexadecimal digits; equal for equal values. */
function textOf(value: unknown): string {
  return canonicalJson(
    JSON.parse(
      JSON.stringify(value, (_name, each: unknown) =>
        each instanceof Uint8Array ? Buffer.from(each).toString('hex') : each,
      ),
    ),
  );
}
