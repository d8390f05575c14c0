import { randomUUID } from 'node:crypto';
import { START } from '#projections/engine/eventLog.ts';
import { presentEra } from '#projections/sync/eras.ts';
import type { Config } from '../config.ts';
import { type CopyProgress, type CopyReport, copyLog } from '../log/copyLog.ts';
import { claimVault, moveVault, reactorPositions, type VaultCopy } from '../moving/moveVault.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Vault } from '../ports/vault.ts';
import { PROJECTOR_LEASE } from './projector.ts';
import { WORKER_LEASE } from './worker.ts';

/** Engines of a log, by the names that an operator gives. The vault of `sqlite` is in the folder, of `kurrentdb` on MongoDB. */
export const LOG_ENGINES = ['sqlite', 'kurrentdb'] as const;
export type LogEngine = (typeof LOG_ENGINES)[number];

/** Milliseconds for which the leases of projector and worker are asked for, to see that none runs. */
const ASK_LEASE_MS = 1_000;

/** The data to be moved. */
export interface MoveRequest {
  readonly from: LogEngine;
  readonly to: LogEngine;
}

/** Places of the engines. */
export interface MoveSettings {
  readonly dataDir: string;
  readonly eventStoreUrl: string;
  readonly mongoUrl: string;
  /** In production a server has to prove itself. */
  readonly environment?: Config['environment'];
}

/** A system's log and vault on their engines. The caller that opens a part closes it. */
export interface MoveEnd {
  openLog(options: { readonly readOnly: boolean }): Promise<EventStore>;
  openVault(): Promise<Vault>;
}

/** Both ends of a move. */
export interface MoveEnds {
  readonly source: MoveEnd;
  readonly target: MoveEnd;
  /** Whether another process has the folder of the source: then its log can be read, and that is all. */
  readonly isBeside: boolean;
  /** Releases the folder, after all parts are closed. */
  close(): Promise<void>;
}

/** @throws DataFolderRefused the folder is another process's, and the move has to write it; or it is none of Quad's */
export type OpenMoveEnds = (request: MoveRequest, settings: MoveSettings) => Promise<MoveEnds>;

export interface MoveProgress {
  readonly phase: CopyProgress['phase'] | 'vault';
  readonly done: number;
  /** Events of the log when the move began; `null` for the vault, whose records nobody has counted. */
  readonly total: number | null;
}

/** The outcome of a move. */
export interface Moved {
  readonly log: CopyReport;
  /** Events that came while the log was copied. */
  readonly late: number;
  /** Why the vault was not moved, so that the move is to be repeated; `null`: all is moved. */
  readonly obstacle: 'folder in use' | 'projector runs' | 'log grows' | null;
  /** The vault's part; `null`: it was not moved. */
  readonly vault: VaultCopy | null;
}

export interface MoveOptions {
  readonly onProgress: (progress: MoveProgress) => void;
  readonly stop: AbortSignal;
  /** Waits for milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Moves a system to other engines. First the log is copied and read back, which may happen beside a server; then, if
 * nothing writes it any more, the vault follows with its checkpoints in positions of the new log. Until then the source
 * is the system, from then on the target is. A move may be broken off at any time and repeated.
 *
 * @throws OtherLog, OtherVault a target holds something else
 * @throws EngineRefused, Unavailable an engine cannot be used
 * @throws the reason of `stop`
 */
export async function moveSystem(ends: MoveEnds, options: MoveOptions): Promise<Moved> {
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(part: T): T => {
    opened.unshift(part);
    return part;
  };
  try {
    const from = keep(await ends.source.openLog({ readOnly: true }));
    const to = keep(await ends.target.openLog({ readOnly: false }));
    // Before the log is copied: a wrong address should not show after an hour.
    const vaults = ends.isBeside
      ? null
      : { from: keep(await ends.source.openVault()), to: keep(await ends.target.openVault()) };
    if (vaults !== null) await claimVault(vaults.from, vaults.to);
    return await move({ from, to, vaults }, options);
  } finally {
    for (const part of opened) await part.close();
  }
}

interface Parts {
  readonly from: EventStore;
  readonly to: EventStore;
  /** `null` while another process has that of the source. */
  readonly vaults: { readonly from: Vault; readonly to: Vault } | null;
}

async function move({ from, to, vaults }: Parts, { onProgress, stop, pause }: MoveOptions): Promise<Moved> {
  const total = await from.distance(START, await from.head());
  const positions = vaults === null ? [] : [...(await reactorPositions(vaults.from)).values()];
  const log = await copyLog({
    ...{ from, to, positions, pause, stop },
    onProgress: ({ phase, done }) => onProgress({ phase, done, total: Math.max(total, done) }),
  });
  const late = await from.distance(log.end, await from.head());
  if (vaults === null) return { log, late, obstacle: 'folder in use', vault: null };
  if (late > 0) return { log, late, obstacle: 'log grows', vault: null };
  if (!(await isIdle(vaults.from))) return { log, late, obstacle: 'projector runs', vault: null };
  const vault = await moveVault({
    ...vaults,
    era: presentEra(await to.eras()),
    counterparts: log.positions,
    onProgress: (done) => onProgress({ phase: 'vault', done, total: null }),
    stop,
  });
  return { log, late, obstacle: null, vault };
}

/** Whether no process projects or reacts, since a reactor writes the log, too: one that does holds its lease. */
async function isIdle({ leases }: Pick<Vault, 'leases'>): Promise<boolean> {
  const holder = `quad move ${randomUUID()}`;
  for (const lease of [PROJECTOR_LEASE, WORKER_LEASE]) {
    const epoch = await leases.acquire(lease, holder, ASK_LEASE_MS);
    if (epoch === null) return false;
    await leases.release(lease, holder, epoch);
  }
  return true;
}
