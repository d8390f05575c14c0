import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that are written at a time to fill a disk, the last ones one by one. */
const FILL_BYTES = [1024 * 1024, 4096, 1] as const;

/** A small disk in memory, mounted for itself. */
export interface MountedDisk {
  /** Its folder, as the processes on it see it. */
  readonly path: string;
  /** Put before a command, it makes the command see the disk. */
  readonly before: readonly string[];
  /** Fills the disk. */
  fill(): void;
  /** Gives it back. */
  clear(): void;
  end(): Promise<void>;
}

/**
 * Mounts a small disk in a user namespace of its own: it takes no rights where the system allows these.
 *
 * @returns `null` where the system does not (many containers)
 */
export async function mountDisk(mebibytes: number): Promise<MountedDisk | null> {
  const path = mkdtempSync(join(tmpdir(), 'quad-disk-'));
  const mount = `mount -t tmpfs -o size=${mebibytes}m tmpfs ${path} && echo mounted && exec sleep infinity`;
  // It keeps the namespace, and with it the disk, as long as it runs.
  const keeper = spawn('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', mount], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = endOf(keeper);
  const isMounted = await Promise.race([once(keeper.stdout, 'data').then(() => true), ended.then(() => false)]);
  if (!isMounted) {
    rmSync(path, { recursive: true });
    return null;
  }
  const target = String(keeper.pid);
  // The disk's path in this process.
  const filler = join('/proc', target, 'root', path, 'filler');
  return {
    path,
    before: ['nsenter', '--user', '--mount', '--preserve-credentials', `--wd=${process.cwd()}`, '--target', target],
    fill: () => fill(filler),
    clear: () => rmSync(filler, { force: true }),
    async end() {
      keeper.kill('SIGKILL');
      await ended;
      rmSync(path, { recursive: true });
    },
  };
}

/** Resolves when a process has ended, or could not even begin. */
function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
}

/** Writes to a file until the disk takes not one byte more. */
function fill(file: string): void {
  const handle = openSync(file, 'a');
  for (const bytes of FILL_BYTES) {
    const chunk = Buffer.alloc(bytes, 1);
    while (isWritten(handle, chunk));
  }
  closeSync(handle);
}

function isWritten(handle: number, chunk: Uint8Array): boolean {
  try {
    return writeSync(handle, chunk) === chunk.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
