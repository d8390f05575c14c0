import { refuseWith } from './errors.ts';

/** Uploads of one user that are under way at once; the client keeps to `web/sync/outbox/uploads.ts`. */
export const UPLOADS_AT_ONCE_PER_USER = 3;
/** Bytes in memory of all uploads under way. Each is copied once on its way to be rendered. */
export const UPLOAD_BYTES_AT_ONCE = 128 * 1024 * 1024;
/** Seconds after which a client retries an upload that found no room. */
const UPLOAD_RETRY_SECONDS = 3;

/**
 * Milliseconds after which an incomplete upload may have to yield its room to another one: time for 10 MB at 4 Mbit/s.
 * While there is room for all, no upload yields.
 */
export const UPLOAD_YIELDS_MS = 20_000;

/** One upload under way. */
export interface UploadLease {
  /** Counts received bytes. @returns whether there is room for them; if not, they are not counted */
  take(bytes: number): boolean;
  /** Releases the bytes counted so far. */
  drop(): void;
  /** Calls back when its room goes to another upload: the caller must drop the received bytes. */
  onYield(letGo: () => void): void;
  /** Notes that it is complete: it does not yield any more. */
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
  /** `null`: it cannot yield. */
  letGo: (() => void) | null;
}

/**
 * Makes the limits. If room went first come, first served, five people who send almost all of their pictures and then
 * stop would keep all others out. So when there is no room for an upload, a slow one yields: one of the owner who holds
 * most, if that is more than the new upload's owner holds.
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

/** The refusal when there is no room for the bytes of an upload. */
export function uploadsBusy() {
  return refuseWith('UPLOADS_BUSY', { seconds: UPLOAD_RETRY_SECONDS });
}
