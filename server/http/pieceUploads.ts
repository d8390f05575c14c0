import { randomUUID } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { PHOTO_MAX_BYTES, VIDEO_MAX_BYTES } from '#domain/kernel/limits.ts';
import { createKeyedLock, type KeyedLock } from '../concurrency/keyedLock.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import type { NounFiles } from '../media/nounFiles.ts';
import { type Arriving, type ArrivingKind, MediaRefused, type MediaStore, type Upload } from '../ports/media.ts';
import { refuseWith } from './errors.ts';
import { bytesIn, readStream } from './readUpload.ts';
import type { UploadGate } from './uploadGate.ts';
import { type UploadLease, uploadsBusy } from './uploadLimits.ts';

/** Version of the protocol for uploads in pieces (https://tus.io/protocols/resumable-upload). */
const TUS_VERSION = '1.0.0';
/** Bytes beyond a file's end that are read before the connection is cut. */
const BEYOND_READ_MAX_BYTES = 1_000_000;
/** Pictures whose making is remembered: an answer may be lost, and then the same is asked for again. */
const MADE_KEPT = 1_000;
/** Bytes of a piece below which it is counted: each costs the disk as much as a large one. */
export const SMALL_PIECE_BYTES = 64 * 1024;
const PIECE_TYPE = 'application/offset+octet-stream';

/** Sets what every answer of the protocol says, and refuses another version of it. */
const speakTus: RequestHandler = (request, response, next) => {
  response.set({ 'Tus-Resumable': TUS_VERSION, 'Cache-Control': 'no-store' });
  if (request.method !== 'OPTIONS' && request.method !== 'PUT' && request.get('Tus-Resumable') !== TUS_VERSION) {
    response.set('Tus-Version', TUS_VERSION);
    throw refuseWith('UPLOAD_PROTOCOL');
  }
  next();
};

/**
 * Passes on what arrives, at most so many bytes. What is beyond them is read, so that the sender reads the answer.
 *
 * @throws HttpRefused more arrived, of a body without a length; what fits is passed on
 */
async function* within(room: number, piece: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = room;
  for await (const chunk of piece) {
    const fits = chunk.subarray(0, Math.max(0, left));
    left -= chunk.byteLength;
    if (fits.byteLength > 0) yield fits;
    if (left < -BEYOND_READ_MAX_BYTES) break;
  }
  if (left < 0) throw refuseWith('UPLOAD_BEYOND');
}

/** Bytes of the largest file of a kind, and the refusal of a larger one. */
const LARGEST = {
  picture: [PHOTO_MAX_BYTES, 'PHOTO_TOO_LARGE'],
  video: [VIDEO_MAX_BYTES, 'VIDEO_TOO_LARGE'],
} as const satisfies Record<ArrivingKind, unknown>;

/**
 * Files in pieces, so that a cut costs no more than the piece under way, and a proxy that refuses large bodies lets them
 * through. The core of the tus protocol with its extensions `creation` and `termination`, which tus-js-client speaks, over
 * our own media port and with our own refusals: `POST <path>` begins one, `HEAD`, `PATCH` and `DELETE <path>/<id>` ask, go on
 * and call off. `PUT <path>/<id>` then makes it a file that a command can name.
 */
export function pieceUploads(options: {
  /** With `:id` for the id of the noun's stream. */
  readonly path: string;
  readonly kind: ArrivingKind;
  readonly files: NounFiles;
  readonly gate: UploadGate;
  readonly media: Pick<MediaStore, 'put' | 'arrivals'>;
  /** By user, in this process: files that begin at once would each find the room that is there for one. */
  readonly beginning: KeyedLock;
  readonly clock: () => Date;
}): Router {
  const { path, kind, files, gate, media, beginning, clock } = options;
  const { arrivals } = media;
  const [maxBytes, tooLarge] = LARGEST[kind];
  const router = Router();
  const pictures = createPictures({ media, clock });

  /** A user's own file that has begun to arrive under this path. @throws HttpRefused */
  async function ownArriving(request: Request, response: Response): Promise<Arriving> {
    const { owner, folder } = await gate.enter(request, response, files);
    const id = (request.params as { file: string }).file;
    const arriving = pictures.made(folder, id) ?? (await arrivals.find(folder, id));
    // A file that began as a picture has not passed the rules of a video.
    if (arriving === null || arriving.owner !== owner || arriving.kind !== kind) throw refuseWith('NOT_FOUND');
    return arriving;
  }

  /** Makes a file of what has arrived. @returns `null`: it has not arrived whole */
  const complete = (arriving: Arriving, lease: UploadLease, again: number): Promise<Upload | null> =>
    kind === 'video'
      ? arrivals.complete(arriving.folder, arriving.id, clock().toISOString())
      : pictures.make(arriving, lease, again);

  router.use(path, speakTus);

  router.options(path, (_request, response) => {
    const known = { 'Tus-Version': TUS_VERSION, 'Tus-Extension': 'creation,termination' };
    response.set({ ...known, 'Tus-Max-Size': String(maxBytes) });
    response.status(204).end();
  });

  router.post(path, async (request, response) => {
    const { owner, folder } = await gate.enter(request, response, files);
    if (request.get('Upload-Concat') !== undefined) throw refuseWith('UPLOAD_CONCATENATION');
    const size = bytesIn(request, 'Upload-Length');
    if (size === null || size === 0) throw refuseWith('UPLOAD_MISSING');
    if (size > maxBytes) throw new MediaRefused(tooLarge);
    const id = randomUUID();
    await beginning.run(owner, async () => {
      await gate.countFile(owner, kind, size);
      await arrivals.begin({ id, kind, folder, owner, size, at: clock().toISOString() });
    });
    response.status(201).location(`${request.baseUrl}${request.path}/${id}`).end();
  });

  router.head(`${path}/:file`, async (request, response) => {
    const { offset, size } = await ownArriving(request, response);
    response
      .set({ 'Upload-Offset': String(offset), 'Upload-Length': String(size) })
      .status(200)
      .end();
  });

  router.patch(`${path}/:file`, async (request, response) => {
    const arriving = await ownArriving(request, response);
    if (request.is(PIECE_TYPE) === false) throw refuseWith('UPLOAD_TYPE');
    if (bytesIn(request, 'Upload-Offset') !== arriving.offset) throw refuseWith('UPLOAD_OFFSET');
    const length = bytesIn(request, 'Content-Length') ?? 0;
    const room = arriving.size - arriving.offset;
    if (length > room) throw new MediaRefused(tooLarge);
    if (length < Math.min(SMALL_PIECE_BYTES, room)) gate.countSmallPiece(arriving.owner);
    const offset = await gate.underWay(arriving.owner, () =>
      readStream(request, (piece) => arrivals.append(arriving, within(room, piece))),
    );
    response.set('Upload-Offset', String(offset)).status(204).end();
  });

  router.delete(`${path}/:file`, async (request, response) => {
    const { folder, id } = await ownArriving(request, response);
    pictures.forget(folder, id);
    await arrivals.drop(folder, id);
    response.status(204).end();
  });

  router.put(`${path}/:file`, async (request, response) => {
    const arriving = await ownArriving(request, response);
    // Each request copies the video on the disk, or has the picture in memory, so of these, too, a user has few under way.
    const upload = await gate.underWay(arriving.owner, (lease) => complete(arriving, lease, againOf(request.query)));
    if (upload === null) throw refuseWith('UPLOAD_OFFSET');
    await gate.requireNotErased(upload);
    response.json({ media: upload.media });
  });

  return router;
}

/** Makes pictures of what has arrived: those that ask for one at once, or once more, get one file. */
function createPictures({
  media,
  clock,
}: {
  readonly media: Pick<MediaStore, 'put' | 'arrivals'>;
  readonly clock: () => Date;
}) {
  const { arrivals } = media;
  const making = createKeyedLock();
  const known = new RecentMap<string, { readonly arriving: Arriving; readonly upload: Upload }>(MADE_KEPT);
  return {
    /** One that was made a while ago, as it had arrived. */
    made: (folder: string, id: string) => known.get(`${folder}/${id}`)?.arriving,
    forget: (folder: string, id: string) => known.delete(`${folder}/${id}`),
    /** @returns `null`: it has not arrived whole */
    make(arriving: Arriving, lease: UploadLease, again: number): Promise<Upload | null> {
      const { folder, id, owner, size } = arriving;
      const key = `${folder}/${id}`;
      return making.run(key, async () => {
        const before = known.get(key);
        if (before !== undefined) return before.upload;
        if (!lease.take(size)) throw uploadsBusy();
        lease.settle();
        const bytes = await arrivals.read(folder, id);
        if (bytes === null) return null;
        try {
          const upload = await media.put(folder, owner, clock().toISOString(), bytes, again);
          known.set(key, { arriving, upload });
          await arrivals.drop(folder, id);
          return upload;
        } catch (error) {
          if (error instanceof MediaRefused) await arrivals.drop(folder, id);
          throw error;
        }
      });
    },
  };
}

/** How often a picture was uploaded before, as its sender says; a digit. */
export function againOf({ again }: { readonly again?: unknown }): number {
  return typeof again === 'string' && /^[1-9]$/.test(again) ? Number(again) : 0;
}
