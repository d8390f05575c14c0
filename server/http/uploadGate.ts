import type { Request, Response } from 'express';
import { mustBeConfirmed } from '#domain/kernel/access.ts';
import { viewerOf } from '#domain/kernel/acting.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { initialUser, userFact } from '#domain/user/state.ts';
import { perDay, type Rate } from '../fairness/rate.ts';
import { createRateLimiter } from '../fairness/rateLimiter.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import type { NounFiles } from '../media/nounFiles.ts';
import type { MediaStore, Upload } from '../ports/media.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { HttpRefused, refuseWith } from './errors.ts';
import type { Authenticate } from './requestContext.ts';
import { createUnnamedBytes, type UnnamedBytesParts } from './unnamedBytes.ts';
import { requireRoomForFile, type UnnamedFilesParts } from './unnamedFiles.ts';
import { createUploadLimits, type UploadLease, type UploadLimits } from './uploadLimits.ts';

/** Uploads of one user: a few posts of ten pictures in a row, then slower. */
export const UPLOADS_PER_USER: Rate = { perMinute: 10, burst: 60 };

/** Videos of one user that begin in a day: of 100 MB each, more would fill a disk in hours. */
export const VIDEOS_PER_DAY = 60;
/** Photos of one user in a day, those of posts, comments, profiles and videos together: as many as the posts of a day hold. */
export const PHOTOS_PER_DAY = 1_000;

/**
 * Pieces of one user below `SMALL_PIECE_BYTES` that do not end their file. Each is written to the disk by itself, as a large
 * one is; a client sends them only where its connection is cut again and again.
 */
export const SMALL_PIECES_PER_USER: Rate = { perMinute: 60, burst: 120 };

export interface UploadGateParts extends UnnamedFilesParts, UnnamedBytesParts {
  readonly authenticate: Authenticate;
  readonly dispatcher: Pick<Dispatcher, 'stateOf' | 'barOf'>;
  readonly media: UnnamedFilesParts['media'] & UnnamedBytesParts['media'] & Pick<MediaStore, 'remove'>;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
  /** Tests pass lower ones. */
  readonly limits?: UploadLimits;
}

/** The rules that every upload passes, a picture's and a video's. */
export interface UploadGate {
  /** Who uploads, and the folder, after the rules of the noun. @throws HttpRefused */
  enter(request: Request, response: Response, files: NounFiles): Promise<{ owner: string; folder: string }>;
  /**
   * Counts a new file of a user.
   * @throws HttpRefused too many lately or in a day, too many that are in no post; a video of somebody without a school
   */
  countFile(owner: string, kind: 'picture' | 'video', bytes: number): Promise<void>;
  /** Counts a small piece. @throws HttpRefused too many lately */
  countSmallPiece(owner: string): void;
  /** Runs one request with bytes, of the few that a user may have under way. @throws HttpRefused */
  underWay<T>(owner: string, take: (lease: UploadLease) => Promise<T>): Promise<T>;
  /**
   * Refuses an upload whose owner was erased meanwhile: the erasure may have searched for files before this one was
   * written (P10). An erasure that begins after this check finds it.
   */
  requireNotErased(upload: Upload): Promise<void>;
}

/** Makes the gate of uploads. */
export function createUploadGate(parts: UploadGateParts): UploadGate {
  const { authenticate, dispatcher, media, clock, limits = createUploadLimits() } = parts;
  const perUser = createRateLimiter(UPLOADS_PER_USER, { clock, name: 'uploads', share: parts.rateShare });
  const ofDay = {
    video: createRateLimiter(perDay(VIDEOS_PER_DAY), { clock, name: 'videos', share: parts.rateShare }),
    picture: createRateLimiter(perDay(PHOTOS_PER_DAY), { clock, name: 'photos', share: parts.rateShare }),
  };

  const smallPieces = createRateLimiter(SMALL_PIECES_PER_USER, { clock, name: 'pieces', share: parts.rateShare });
  const unnamed = createUnnamedBytes(parts);

  /** The user who may upload files: one with a confirmed address (GUARD-02). */
  async function uploaderOf(request: Request, response: Response): Promise<string> {
    const signedIn = await authenticate(request, response);
    const user = signedIn === null ? initialUser : await dispatcher.stateOf(userFact(signedIn.userId));
    const denied = mustBeConfirmed(viewerOf(user));
    if (denied !== null || signedIn === null) throw refuseWith(denied?.code ?? 'SIGNED_OUT');
    // No command would name the file.
    const barred = await dispatcher.barOf(signedIn.userId, 'upload');
    if (barred !== null) throw new HttpRefused([barred]);
    return signedIn.userId;
  }

  async function requireSchool(owner: string): Promise<void> {
    if ((await dispatcher.stateOf(userFact(owner))).memberOf === null) throw refuseWith('SCHOOL_NOT_VERIFIED');
  }

  return {
    async enter(request, response, { kind, category, refusesUpload }) {
      const owner = await uploaderOf(request, response);
      const { data: id } = idSchema.safeParse(request.params.id);
      if (id === undefined) throw refuseWith('NOT_FOUND');
      const refusal = refusesUpload(await dispatcher.stateOf({ category, id }), id, owner);
      if (refusal !== null) throw refuseWith(refusal);
      return { owner, folder: `${kind}/${id}` };
    },
    async countFile(owner, kind, bytes) {
      // Only members post, and a video is in nothing but posts and comments: large files are not for every address.
      if (kind === 'video') await requireSchool(owner);
      const seconds = perUser.take(owner);
      if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
      await requireRoomForFile(parts, owner, kind);
      const untilNext = ofDay[kind].take(owner);
      if (untilNext > 0) throw refuseWith('RATE_LIMITED', { seconds: untilNext });
      await unnamed.take(owner, bytes);
    },
    countSmallPiece(owner) {
      const seconds = smallPieces.take(owner);
      if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    },
    async underWay(owner, take) {
      const lease = limits.begin(owner);
      try {
        return await take(lease);
      } finally {
        lease.end();
      }
    },
    async requireNotErased({ folder, owner, media: { name } }) {
      if (!(await dispatcher.stateOf(userFact(owner))).erased) return;
      await media.remove(folder, [name]);
      throw refuseWith('USER_ERASED');
    },
  };
}
