import { refuseWith } from './errors.ts';

/** Uploads of one user that are under way at once; the client keeps to `web/sync/outbox/uploads.ts`. */
export const UPLOADS_AT_ONCE_PER_USER = 3;
/** Bytes of all uploads under way that lie in memory together. Each is copied once on its way to be rendered. */
export const UPLOAD_BYTES_AT_ONCE = 128 * 1024 * 1024;
/** Seconds after which an upload that found no room is tried again. */
const UPLOAD_RETRY_SECONDS = 3;

/**
 * Milliseconds after which an upload that has not come whole gives its room to another's: until then 10 MB come over a
 * line of 4 Mbit/s, and where there is room for all, nobody has to hurry.
 */
export const UPLOAD_YIELDS_MS = 20_000;

/** One upload under way. */
export interface UploadLease {
  /** Counts bytes that came. @returns whether there is room for them; if not, they are not counted */
  take(bytes: number): boolean;
  /** Gives back what was counted so far: it is no longer held. */
  drop(): void;
  /** Called when its room is given to another: from now on it holds nothing, and what it holds is to be let go. */
  onYield(letGo: () => void): void;
  /** It came whole: it yields no more. */
  settle(): void;
  /** The upload is over. */
  end(): void;
}

/** Limits of uploads under way: of one user, and of the bytes of all. */
export interface UploadLimits {
  /** @throws HttpRefused too many of this user are under way */
  begin(owner: string): UploadLease;
}

interface UnderWay {
  readonly owner: string;
  /** Milliseconds since some fixed moment. */
  readonly begunAt: number;
  bytes: number;
  /** `null`: it can't be let go. */
  letGo: (() => void) | null;
}

/**
 * Makes the limits; nothing is under way. Room that is taken first come, first served would be a weapon: five people who
 * send almost all of their pictures and then no more would keep everybody else's out. So where there is no room for an
 * upload, one that is slow yields: of those whose owners hold more than its own does, of the owner who holds most.
 *
 * @param now milliseconds since some fixed moment
 */
export function createUploadLimits(maxBytes = UPLOAD_BYTES_AT_ONCE, now = () => performance.now()): UploadLimits {
  const all = new Set<UnderWay>();

  const bytesOf = (uploads: Iterable<UnderWay>) => [...uploads].reduce((sum, { bytes }) => sum + bytes, 0);
  const heldBy = (owner: string) => bytesOf([...all].filter((each) => each.owner === owner));

  /** The upload that yields next to one whose owner would then hold so many bytes. */
  function slowest(wanted: number): UnderWay | undefined {
    const slow = [...all].filter(
      ({ owner, begunAt, bytes, letGo }) =>
        letGo !== null && bytes > 0 && now() - begunAt >= UPLOAD_YIELDS_MS && heldBy(owner) > wanted,
    );
    return slow.toSorted((a, b) => heldBy(b.owner) - heldBy(a.owner) || a.begunAt - b.begunAt)[0];
  }

  function makeRoom(owner: string, bytes: number): boolean {
    const wanted = heldBy(owner) + bytes;
    while (bytesOf(all) + bytes > maxBytes) {
      const yielding = slowest(wanted);
      if (yielding === undefined) return false;
      yielding.bytes = 0;
      yielding.letGo?.();
    }
    return true;
  }

  return {
    begin(owner) {
      if ([...all].filter((each) => each.owner === owner).length >= UPLOADS_AT_ONCE_PER_USER) {
        throw refuseWith('UPLOADS_AT_ONCE', { limit: UPLOADS_AT_ONCE_PER_USER, seconds: UPLOAD_RETRY_SECONDS });
      }
      const upload: UnderWay = { owner, begunAt: now(), bytes: 0, letGo: null };
      all.add(upload);
      return {
        take(bytes) {
          if (!makeRoom(owner, bytes)) return false;
          upload.bytes += bytes;
          return true;
        },
        drop() {
          upload.bytes = 0;
        },
        onYield(letGo) {
          upload.letGo = letGo;
        },
        settle() {
          upload.letGo = null;
        },
        end: () => void all.delete(upload),
      };
    },
  };
}

/** There is no room for the bytes of an upload. */
export function uploadsBusy() {
  return refuseWith('UPLOADS_BUSY', { seconds: UPLOAD_RETRY_SECONDS });
}
