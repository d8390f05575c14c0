import { setTimeout as pause } from 'node:timers/promises';
import { START } from '#projections/engine/eventLog.ts';
import { isProven, presentEra } from '#projections/sync/eras.ts';
import { earlierPosition } from '#projections/sync/position.ts';
import { keyedHash } from '../kernel/keyedHash.ts';
import { ERA_NOTE, HALF_COPIED, isOfMove, MOVED_AWAY } from '../moving/notes.ts';
import { DataFolderRefused } from '../ports/dataFolderRefused.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { CheckpointVault, Vault } from '../ports/vault.ts';
import { furthestOf } from '../reactors/checkpoint.ts';
import { NOTE_ERAS_EVERY_MS } from './noteEras.ts';
import type { VaultNote } from './stores.ts';

/** Looks at the noted era before a vault is refused: other processes note theirs once in `NOTE_ERAS_EVERY_MS`. */
const LOOKS_MAX = 15;
const WAY_OUT = 'Restore the whole folder from a backup; or move the whole folder away to begin with an empty one.';

/** Names of the vault's secrets. */
export const SECRETS = ['session', 'claim', 'command'] as const satisfies readonly Parameters<Vault['secret']>[0][];
/** Keeps the fingerprint apart from other uses of its secret. */
const FINGERPRINT_LABEL = 'vault';
/** Characters of a fingerprint: enough to tell vaults apart, far too few to learn anything from. */
const FINGERPRINT_CHARS = 16;

/**
 * Refuses a vault that has lost its contents, whatever file is there: beside a log that has events, secrets are never
 * made. The address of everybody in the log could be registered a second time.
 *
 * @throws DataFolderRefused
 */
export async function refuseEmptiedVault(
  folder: { readonly path: string },
  store: Pick<EventStore, 'head'>,
  records: Pick<Vault['records'], 'read'>,
): Promise<void> {
  if ((await store.head()) === START) return;
  const kept = new Set((await records.read('secret', '', SECRETS.length)).map(({ id }) => id));
  const lost = SECRETS.filter((name) => !kept.has(name));
  if (lost.length === 0) return;
  const message = `${folder.path} is torn: it holds an event log, but its vault has lost its contents (no secret ${lost.join(', ')}).`;
  throw new DataFolderRefused('CORRUPT', folder.path, `${message} ${WAY_OUT}`);
}

/**
 * Refuses a vault with another claim secret than the one that the place was used with; notes the fingerprint of the
 * first one.
 *
 * @throws DataFolderRefused
 */
export async function refuseOtherVault(
  folder: { readonly path: string; readonly vaultNote?: VaultNote },
  claimSecret: Uint8Array,
): Promise<void> {
  const { path, vaultNote } = folder;
  const fingerprint = keyedHash(claimSecret, FINGERPRINT_LABEL, '').slice(0, FINGERPRINT_CHARS);
  const noted = vaultNote?.find() ?? null;
  if (noted === null) await vaultNote?.note(fingerprint);
  else if (noted !== fingerprint) {
    const message = `${path} is torn: its vault is another one than the folder was used with. ${WAY_OUT}`;
    throw new DataFolderRefused('CORRUPT', path, message);
  }
}

/**
 * Refuses a log whose vault is gone: with new keys and secrets nobody could be read, nobody could log in, and every
 * unique name could be taken a second time.
 *
 * @throws DataFolderRefused
 */
export async function refuseLostVault(
  folder: { readonly path: string },
  store: Pick<EventStore, 'head'>,
): Promise<void> {
  if ((await store.head()) === START) return;
  const message = `${folder.path} is torn: it holds an event log, but the vault with its keys is gone. ${WAY_OUT}`;
  throw new DataFolderRefused('CORRUPT', folder.path, message);
}

/**
 * Refuses a vault in the middle of a move to another engine, and one whose system was moved away: two systems would go on
 * from one past.
 *
 * @throws DataFolderRefused
 */
export async function refuseMoved(
  folder: { readonly path: string },
  checkpoints: Pick<CheckpointVault, 'find'>,
): Promise<void> {
  const note = await checkpoints.find(ERA_NOTE);
  if (note?.startsWith(HALF_COPIED) === true) {
    const half = 'The vault is only half copied. Run `npm run quad -- move` again until it says that all is moved.';
    throw new DataFolderRefused('MOVED', folder.path, half);
  }
  if (note !== MOVED_AWAY) return;
  const away =
    `The system of ${folder.path} was moved to other engines. Start Quad with the settings that \`npm run quad -- move\` ` +
    'named at its end, or move the system back.';
  throw new DataFolderRefused('MOVED', folder.path, away);
}

/**
 * Refuses a vault that was used with another log: one of the two was restored without the other. Otherwise notes the
 * present era, before anything uses it.
 *
 * Where others have the same stores, it looks again for a while: another process may have begun an era a moment ago and
 * not noted it yet, while reactors went on behind its beginning. One that runs on this log notes it; in a torn system
 * nobody does.
 *
 * @param folder `areExclusive`: no other process has these stores; left out: none has
 * @param reactors checkpoints of the reactors
 * @throws DataFolderRefused
 */
export async function refuseOtherLog(
  folder: { readonly path: string; readonly areExclusive?: boolean },
  store: Pick<EventStore, 'eras'>,
  checkpoints: CheckpointVault,
  reactors: readonly (string | null)[],
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<void> {
  for (let looks = 1; ; looks += 1) {
    // The note before the eras: an era is in the log before anybody notes it.
    const era = await checkpoints.find(ERA_NOTE);
    const eras = await store.eras();
    // Reactors of other processes go on while this one starts: what they did before its own era is to be in the log.
    const position = earlierPosition(furthestOf(reactors), eras.at(-1)?.from ?? START);
    if (era === null || isProven(eras, { era, position })) break;
    if (folder.areExclusive !== false || looks === LOOKS_MAX) {
      const other = `its vault was used with a log that holds other events up to ${position}`;
      throw new DataFolderRefused('CORRUPT', folder.path, `${folder.path} is torn: ${other}. ${WAY_OUT}`);
    }
    await wait(NOTE_ERAS_EVERY_MS);
  }
  await noteEraOfLog(store, checkpoints);
}

/**
 * Notes the newest era of the log in its vault. Where other processes note theirs at the same time, the newest stays:
 * what reactors do after an era has begun is not proven by the one before.
 */
export async function noteEraOfLog(store: Pick<EventStore, 'eras'>, checkpoints: CheckpointVault): Promise<void> {
  for (;;) {
    const noted = await checkpoints.find(ERA_NOTE);
    // The vault was moved while this process ran: its era would let a server start on it again.
    if (isOfMove(noted)) return;
    const newest = presentEra(await store.eras());
    if (noted === newest || (await checkpoints.move(ERA_NOTE, noted, newest))) return;
  }
}

/**
 * Refuses a log that ends before a reactor's checkpoint: events are lost, and new ones would get their positions.
 *
 * @param reactors checkpoints of the reactors; the vault remembers it
 * @throws DataFolderRefused
 */
export async function refuseLostEvents(
  folder: { readonly path: string },
  store: Pick<EventStore, 'head'>,
  reactors: readonly (string | null)[],
): Promise<void> {
  const head = await store.head();
  const furthest = furthestOf(reactors);
  if (furthest <= head) return;
  const lost = `its event log ends at ${head}, but events up to ${furthest} have been worked on`;
  throw new DataFolderRefused('CORRUPT', folder.path, `${folder.path} is torn: ${lost}. ${WAY_OUT}`);
}
