/** Archives that one process makes at a time: each reads the whole log. */
export const ARCHIVES_AT_ONCE = 2;
/** Milliseconds that a download has a place for itself; then it gives way to the next person, or slow readers kept all out. */
export const ARCHIVE_KEEPS_PLACE_MS = 10 * 60_000;

/** Reason of the abort of an archive that gave its place to somebody else's. */
export class ArchiveGaveWay extends Error {
  constructor() {
    super('The archive gave its place to the next person.');
    this.name = 'ArchiveGaveWay';
  }
}

/** A place among the archives that are made. */
export interface ArchiveTurn {
  /** Aborted when the archive gives way (`ArchiveGaveWay`), or by `end`. */
  readonly signal: AbortSignal;
  /** Frees the place. */
  end(): void;
}

/** Hands out the places, one a person. */
export interface ArchiveTurns {
  /** @returns `null`: all places are taken, or the person has one */
  begin(userId: string): ArchiveTurn | null;
}

/** Makes the places of a process. */
export function createArchiveTurns(clock: () => Date): ArchiveTurns {
  /** The one that began first comes first. */
  const underWay = new Map<string, { readonly since: number; readonly gone: AbortController }>();

  function giveWay(now: number): void {
    const [oldest] = underWay;
    if (oldest === undefined || underWay.size < ARCHIVES_AT_ONCE) return;
    const [userId, { since, gone }] = oldest;
    if (now - since < ARCHIVE_KEEPS_PLACE_MS) return;
    underWay.delete(userId);
    gone.abort(new ArchiveGaveWay());
  }

  return {
    begin(userId) {
      if (underWay.has(userId)) return null;
      const now = clock().getTime();
      giveWay(now);
      if (underWay.size >= ARCHIVES_AT_ONCE) return null;
      const gone = new AbortController();
      const turn = { since: now, gone };
      underWay.set(userId, turn);
      return {
        signal: gone.signal,
        end() {
          if (underWay.get(userId) === turn) underWay.delete(userId);
          gone.abort();
        },
      };
    },
  };
}
