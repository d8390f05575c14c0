import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createCommitSignal } from '../../../log/commitSignal.ts';
import type { EncodedAppend } from '../../../log/encodeAppend.ts';
import { DataFolderRefused } from '../../../ports/dataFolderRefused.ts';
import { InvalidAppend } from '../../../ports/eventStore.ts';
import { formatPosition } from '../../position.ts';
import { createWriteTrouble, tryFolder, type WriteTrouble } from '../../writeTrouble.ts';
import { DiskFailed } from '../sqliteErrors.ts';
import { createThreadOnDemand, type ThreadOnDemand } from '../thread/threadOnDemand.ts';
import { startWorker, type ThreadDeath, type WorkerClient, type WorkerMethods } from '../thread/workerRpc.ts';
import { createCheckpoints } from './checkpoints.ts';
import { createGroupCommit, type GroupCommit } from './group.ts';
import { createSoleWriterLog, nothingKnown, type SoleWriterLog } from './soleWriterLog.ts';
import type {
  CheckpointerMethods,
  EventStoreRole,
  EventStoreWorkerData,
  ReaderMethods,
  WriterMethods,
} from './worker.ts';
import type { AppendOutcome } from './writer.ts';

const WORKER_FILE = new URL('./worker.ts', import.meta.url);

/** Milliseconds without a checkpoint after which the thread that makes them ends. */
const CHECKPOINTER_REST_MS = 60_000;

/** Characters of the id of an era: 48 random bits. */
const ERA_CHARACTERS = 12;

const newEra = () => randomUUID().slice(-ERA_CHARACTERS);

/** Growth of an open log: by appends of this process, or of another one. */
export interface LogGrowth extends Pick<GroupCommit, 'append'>, Pick<WriteTrouble, 'check'> {
  /** The disk failure after which the state of the disk is unknown; `null` while all is well. */
  readonly failure: DiskFailed | null;
  /** Cached state of the log. */
  readonly known: Pick<SoleWriterLog, 'headOf' | 'reading' | 'found' | 'after'>;
  /** Resolves when there may be more events after a position, or when the signal is aborted. */
  waitForMore(after: string, signal: AbortSignal): Promise<void>;
  /** Finishes earlier calls. */
  close(): Promise<void>;
}

/** Starts the thread that reads. @throws DataFolderRefused */
export function startReader(file: string, onDeath?: ThreadDeath): Promise<WorkerClient<ReaderMethods>> {
  return start<ReaderMethods>(file, 'reader', onDeath);
}

/**
 * Starts the writing thread. It must be the first, because it creates the file.
 *
 * @param options.onGroup called for every committed group with its number of appends
 * @param options.soleWriter whether heads and newest events may be cached
 * @throws DataFolderRefused
 */
export async function startWriter(
  file: string,
  options: {
    readonly onGroup: (appends: number) => void;
    readonly onDeath: ThreadDeath | undefined;
    readonly soleWriter: boolean;
  },
): Promise<LogGrowth> {
  const { onGroup, onDeath, soleWriter } = options;
  const writer = await start<WriterMethods>(file, 'writer', onDeath);
  try {
    const checkpointer = createThreadOnDemand(
      () => start<CheckpointerMethods>(file, 'checkpointer'),
      CHECKPOINTER_REST_MS,
    );
    const trouble = createWriteTrouble(async () => {
      await tryFolder(dirname(file));
      await writer.call('tryOut');
    });
    await writer.call('begin', newEra());
    const head = await writer.call('head');
    const known = soleWriter ? createSoleWriterLog(head) : nothingKnown;
    return createGrowth(writer, checkpointer, { head, known }, trouble, onGroup);
  } catch (error) {
    await writer.close();
    throw error;
  }
}

function createGrowth(
  writer: WorkerClient<WriterMethods>,
  checkpointer: ThreadOnDemand<WorkerClient<CheckpointerMethods>>,
  { head, known }: { readonly head: number; readonly known: SoleWriterLog },
  trouble: WriteTrouble,
  onGroup: (appends: number) => void,
): LogGrowth {
  const signal = createCommitSignal(formatPosition(head));
  const checkpoints = createCheckpoints(() => checkpointer.use((thread) => thread.call('checkpoint')));
  let failure: DiskFailed | null = null;

  const group = createGroupCommit(async (appends: readonly EncodedAppend[]) => {
    if (failure !== null) throw failure;
    try {
      const outcomes = await writer.call('append', appends);
      checkpoints.committed(appends.length);
      known.committed(appends, outcomes);
      onGroup(appends.length);
      signal.committed(formatPosition(lastPosition(outcomes)));
      return outcomes;
    } catch (error) {
      known.forget();
      // Only a new opening of the file shows whether the failed commit is on the disk.
      if (error instanceof DiskFailed) failure = error;
      trouble.note(error);
      throw error;
    }
  });
  return {
    append: group.append,
    known,
    check: trouble.check,
    get failure() {
      return failure;
    },
    waitForMore: signal.waitFor,
    async close() {
      await group.idle();
      await checkpoints.idle();
      await checkpointer.close();
      await writer.close();
    },
  };
}

/** Polls a log that another process writes. */
export function pollGrowth(file: string, pollMs: number): LogGrowth {
  return {
    failure: null,
    known: nothingKnown,
    check: async () => undefined,
    append: async () => {
      throw new InvalidAppend(`The event store ${file} was opened to be read only.`);
    },
    async waitForMore(_after, signal) {
      try {
        await delay(pollMs, undefined, { signal });
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    close: async () => undefined,
  };
}

function start<Methods extends WorkerMethods>(
  file: string,
  role: EventStoreRole,
  onDeath?: ThreadDeath,
): Promise<WorkerClient<Methods>> {
  return startWorker<Methods>(WORKER_FILE, {
    data: { file, role } satisfies EventStoreWorkerData,
    name: `event store ${file} (${role})`,
    errors: [DataFolderRefused, DiskFailed],
    onDeath,
    // Appends were gathered into groups.
    isPrompt: role === 'writer',
  });
}

function lastPosition(outcomes: readonly AppendOutcome[]): number {
  return Math.max(0, ...outcomes.map((outcome) => (outcome.kind === 'appended' ? outcome.position : 0)));
}
