import { dirname } from 'node:path';
import { DataFolderRefused } from '../../../ports/dataFolderRefused.ts';
import type { Vault } from '../../../ports/vault.ts';
import { createWriteTrouble, tryFolder } from '../../writeTrouble.ts';
import { DiskFailed } from '../sqliteErrors.ts';
import { startWorker, type ThreadDeath } from '../thread/workerRpc.ts';
import { shelfOf, type VaultAreas } from './shelves.ts';
import type { VaultMethods, VaultWorkerData } from './worker.ts';

const WORKER_FILE = new URL('./worker.ts', import.meta.url);

/** The parts of the vault and their methods. */
const AREAS: { readonly [Area in keyof VaultAreas]: readonly (keyof VaultAreas[Area] & string)[] } = {
  keys: ['obtain', 'find', 'destroy'],
  credentials: ['put', 'find', 'olderThan', 'remove'],
  codes: ['add', 'find', 'wrongAnswer', 'consume', 'sweep', 'removeUser'],
  sessions: ['add', 'find', 'rotate', 'remove', 'listOf', 'removeUser', 'sweep'],
  attempts: ['begin', 'end', 'fail', 'count', 'clear', 'sweep'],
  outcomes: ['change', 'others', 'sweep'],
  checkpoints: ['find', 'move'],
  changes: ['newest', 'after'],
  leases: ['acquire', 'renew', 'release'],
  rates: ['spend', 'sweep'],
  shelves: ['add', 'find', 'advance', 'olderThan', 'remove', 'clear'],
  records: ['read', 'replace'],
};

/**
 * The vault in one SQLite file that only its owner can read. It works in a thread of its own; every write is on disk
 * when its promise resolves, and calls take effect in the order in which they are made.
 *
 * @throws DataFolderRefused the file is damaged, foreign, of a newer format, or can't be written
 */
export async function openSqliteVault(file: string, onDeath?: ThreadDeath): Promise<Vault> {
  const worker = await startWorker<VaultMethods>(WORKER_FILE, {
    data: { file } satisfies VaultWorkerData,
    name: `vault ${file}`,
    errors: [DataFolderRefused, DiskFailed],
    onDeath,
  });
  const trouble = createWriteTrouble(async () => {
    await tryFolder(dirname(file));
    await worker.call('tryOut');
  });
  const noted = (error: unknown): never => {
    trouble.note(error);
    throw error;
  };
  const area = <Area extends keyof VaultAreas>(name: Area): VaultAreas[Area] => {
    const calls = AREAS[name].map((method) => [
      method,
      (...args: readonly unknown[]) => worker.call('use', name, method, args).catch(noted),
    ]);
    return Object.fromEntries(calls) as VaultAreas[Area];
  };
  const shelves = area('shelves');
  return {
    keys: area('keys'),
    credentials: area('credentials'),
    codes: area('codes'),
    sessions: area('sessions'),
    attempts: area('attempts'),
    outcomes: area('outcomes'),
    checkpoints: area('checkpoints'),
    changes: area('changes'),
    leases: area('leases'),
    rates: area('rates'),
    records: area('records'),
    shelf: (noun) => shelfOf(shelves, noun),
    clearShelves: shelves.clear,
    secret: (name) => worker.call('secret', name),
    async check() {
      // A read of any checkpoint shows that the thread answers.
      await worker.call('use', 'checkpoints', 'find', ['nobody']);
      await trouble.check();
    },
    close: () => worker.close(),
  };
}
