import { statfs } from 'node:fs/promises';
import { Unavailable } from '#projections/engine/eventLog.ts';

/** Bytes of the disk that no upload takes: the log and the vault live on it, and without room no command is taken. */
export const KEPT_FREE_BYTES = 1024 * 1024 * 1024;
/** Of a small disk no upload takes so much, as a share of its size. */
export const KEPT_FREE_SHARE = 0.1;
/** Milliseconds for which room is held for an upload that does not go on. */
export const HELD_FOR_MS = 10 * 60_000;

/** The room on the disk of the media store. What is written there is reserved before its first byte is taken. */
export interface DiskSpace {
  /**
   * Reserves bytes under a name; again under the same name: so many from now on.
   *
   * @throws Unavailable there would be too little left
   */
  reserve(name: string, bytes: number): Promise<void>;
  /** Gives room back, or what is left of it without a look at the disk: what was written stands there now. */
  release(name: string): void;
}

/** Bytes of a disk. */
export interface Disk {
  readonly free: number;
  readonly size: number;
}

/**
 * @param look at the disk of a folder
 * @param now milliseconds of a clock that never steps
 */
export function createDiskSpace(
  root: string,
  look: (folder: string) => Promise<Disk> = lookAtDisk,
  now: () => number = () => performance.now(),
): DiskSpace {
  const held = new Map<string, { readonly bytes: number; readonly until: number }>();

  function heldByOthers(name: string): number {
    let sum = 0;
    for (const [other, { bytes, until }] of held) {
      if (until <= now()) held.delete(other);
      else if (other !== name) sum += bytes;
    }
    return sum;
  }

  return {
    async reserve(name, bytes) {
      const { free, size } = await look(root);
      const kept = Math.min(KEPT_FREE_BYTES, size * KEPT_FREE_SHARE);
      // No wait from here on: two that reserve at once must see each other.
      if (free - heldByOthers(name) - bytes < kept) {
        throw new Unavailable(
          `The disk of ${root} has no room for an upload of ${bytes} bytes. Free some space on it.`,
        );
      }
      held.set(name, { bytes, until: now() + HELD_FOR_MS });
    },
    release: (name) => void held.delete(name),
  };
}

async function lookAtDisk(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
