import { refuseWith } from './errors.ts';

/** Uploads of one user that are under way at once; the client keeps to `web/sync/uploads.ts`. */
export const UPLOADS_AT_ONCE_PER_USER = 3;
/** Bytes of all uploads under way that lie in memory together. Each is copied once on its way to be rendered. */
export const UPLOAD_BYTES_AT_ONCE = 128 * 1024 * 1024;
/** Seconds after which an upload that found no room is tried again. */
const UPLOAD_RETRY_SECONDS = 3;

/** One upload under way. */
export interface UploadLease {
  /** Counts bytes that came. @returns whether there is room for them; if not, they are not counted */
  take(bytes: number): boolean;
  /** Gives back what was counted so far: it is no longer held. */
  drop(): void;
  /** The upload is over. */
  end(): void;
}

/** Limits of uploads under way: of one user, and of the bytes of all. */
export interface UploadLimits {
  /** @throws HttpRefused too many of this user are under way */
  begin(owner: string): UploadLease;
}

/** Makes the limits; nothing is under way. */
export function createUploadLimits(maxBytes = UPLOAD_BYTES_AT_ONCE): UploadLimits {
  const underWay = new Map<string, number>();
  let bytesHeld = 0;

  return {
    begin(owner) {
      const count = underWay.get(owner) ?? 0;
      if (count >= UPLOADS_AT_ONCE_PER_USER) {
        throw refuseWith('UPLOADS_AT_ONCE', { limit: UPLOADS_AT_ONCE_PER_USER, seconds: UPLOAD_RETRY_SECONDS });
      }
      underWay.set(owner, count + 1);
      let own = 0;
      const drop = () => {
        bytesHeld -= own;
        own = 0;
      };
      return {
        take(bytes) {
          if (bytesHeld + bytes > maxBytes) return false;
          bytesHeld += bytes;
          own += bytes;
          return true;
        },
        drop,
        end() {
          drop();
          const left = (underWay.get(owner) ?? 1) - 1;
          if (left === 0) underWay.delete(owner);
          else underWay.set(owner, left);
        },
      };
    },
  };
}

/** There is no room for the bytes of an upload. */
export function uploadsBusy() {
  return refuseWith('UPLOADS_BUSY', { seconds: UPLOAD_RETRY_SECONDS });
}
