import { type Request, type Response, Router } from 'express';
import { mustBeConfirmed } from '#domain/kernel/access.ts';
import { viewerOf } from '#domain/kernel/acting.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { initialUser, userFact } from '#domain/user/state.ts';
import type { EventLog } from '#projections/engine/eventLog.ts';
import type { Pictures } from '../media/pictures.ts';
import type { MediaStore, Upload } from '../ports/media.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Rate } from '../write/rate.ts';
import { createRateLimiter } from '../write/rateLimiter.ts';
import type { JoinRates } from '../write/rateShare.ts';
import { refuseWith } from './errors.ts';
import { readUpload } from './readUpload.ts';
import type { Authenticate } from './requestContext.ts';
import { requireRoomForFile } from './unnamedFiles.ts';
import { createUploadLimits, type UploadLimits } from './uploadLimits.ts';

/** Uploads of one user: a few posts of ten pictures in a row, then slower. */
export const UPLOADS_PER_USER: Rate = { perMinute: 10, burst: 60 };

/** `PUT /api/uploads/<kind>/<id>`: pictures, before the command that names them (decisions D15, POST-25, PROF-28). */
export function uploadRoutes(options: {
  readonly pictures: readonly Pictures[];
  readonly authenticate: Authenticate;
  readonly dispatcher: Pick<Dispatcher, 'stateOf'>;
  readonly log: Pick<EventLog, 'readStream'>;
  readonly media: Pick<MediaStore, 'put' | 'remove' | 'unsettledOf' | 'settle'>;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
  /** Tests pass lower ones. */
  readonly limits?: UploadLimits;
}): Router {
  const { authenticate, dispatcher, media, clock, limits = createUploadLimits() } = options;
  const perUser = createRateLimiter(UPLOADS_PER_USER, { clock, name: 'uploads', share: options.rateShare });
  const router = Router();

  /** The user who may upload pictures: one with a confirmed address (GUARD-02). */
  async function uploaderOf(request: Request, response: Response): Promise<string> {
    const signedIn = await authenticate(request, response);
    const user = signedIn === null ? initialUser : await dispatcher.stateOf(userFact(signedIn.userId));
    const denied = mustBeConfirmed(viewerOf(user));
    if (denied !== null || signedIn === null) throw refuseWith(denied?.code ?? 'SIGNED_OUT');
    return signedIn.userId;
  }

  /**
   * Refuses an upload whose owner was erased meanwhile: the erasure may have searched for files before this one was
   * written (P10). An erasure that begins after this check finds it.
   */
  async function requireNotErased({ folder, owner, media: { name } }: Upload): Promise<void> {
    if (!(await dispatcher.stateOf(userFact(owner))).erased) return;
    await media.remove(folder, [name]);
    throw refuseWith('USER_ERASED');
  }

  async function take(request: Request, folder: string, owner: string) {
    const seconds = perUser.take(owner);
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const lease = limits.begin(owner);
    try {
      await requireRoomForFile(options, owner);
      const upload = await media.put(folder, owner, clock().toISOString(), await readUpload(request, lease));
      await requireNotErased(upload);
      return { media: upload.media };
    } finally {
      lease.end();
    }
  }

  for (const { kind, category, refusesUpload } of options.pictures) {
    router.put(`/api/uploads/${kind}/:id`, async (request, response) => {
      const userId = await uploaderOf(request, response);
      const { id } = request.params;
      if (!idSchema.safeParse(id).success) throw refuseWith('NOT_FOUND');
      const refusal = refusesUpload(await dispatcher.stateOf({ category, id }), id, userId);
      if (refusal !== null) throw refuseWith(refusal);
      response.json(await take(request, `${kind}/${id}`, userId));
    });
  }
  return router;
}
