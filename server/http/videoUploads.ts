import { randomUUID } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { VIDEO_MAX_BYTES } from '#domain/kernel/limits.ts';
import { createKeyedLock } from '../concurrency/keyedLock.ts';
import type { NounFiles } from '../media/nounFiles.ts';
import { type Arrivals, type Arriving, MediaRefused } from '../ports/media.ts';
import { refuseWith } from './errors.ts';
import { bytesIn, readStream } from './readUpload.ts';
import type { UploadGate } from './uploadGate.ts';

/** Version of the protocol for uploads in pieces (https://tus.io/protocols/resumable-upload). */
const TUS_VERSION = '1.0.0';
/** Bytes beyond a video's end that are read before the connection is cut. */
const BEYOND_READ_MAX_BYTES = 1_000_000;
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

/**
 * Videos in pieces, so that a cut costs no more than the piece under way. The core of the tus protocol with its
 * extensions `creation` and `termination`, which tus-js-client speaks, over our own media port and with our own
 * refusals: `POST <path>` begins one, `HEAD`, `PATCH` and `DELETE <path>/<id>` ask, go on and call off.
 * `PUT <path>/<id>` then makes it a file that a command can name.
 */
export function videoUploads(options: {
  /** With `:id` for the id of the noun's stream. */
  readonly path: string;
  readonly files: NounFiles;
  readonly gate: UploadGate;
  readonly arrivals: Arrivals;
  readonly clock: () => Date;
}): Router {
  const { path, files, gate, arrivals, clock } = options;
  const router = Router();
  /** By user, in this process: videos that begin at once would each find the room that is there for one. */
  const beginning = createKeyedLock();

  /** A user's own video that has begun to arrive. @throws HttpRefused */
  async function ownArriving(request: Request, response: Response): Promise<Arriving> {
    const { owner, folder } = await gate.enter(request, response, files);
    const arriving = await arrivals.find(folder, (request.params as { file: string }).file);
    if (arriving === null || arriving.owner !== owner) throw refuseWith('NOT_FOUND');
    return arriving;
  }

  router.use(path, speakTus);

  router.options(path, (_request, response) => {
    const known = { 'Tus-Version': TUS_VERSION, 'Tus-Extension': 'creation,termination' };
    response.set({ ...known, 'Tus-Max-Size': String(VIDEO_MAX_BYTES) });
    response.status(204).end();
  });

  router.post(path, async (request, response) => {
    const { owner, folder } = await gate.enter(request, response, files);
    if (request.get('Upload-Concat') !== undefined) throw refuseWith('UPLOAD_CONCATENATION');
    const size = bytesIn(request, 'Upload-Length');
    if (size === null || size === 0) throw refuseWith('UPLOAD_MISSING');
    if (size > VIDEO_MAX_BYTES) throw new MediaRefused('VIDEO_TOO_LARGE');
    const id = randomUUID();
    await beginning.run(owner, async () => {
      await gate.countFile(owner, 'video', size);
      await arrivals.begin({ id, folder, owner, size, at: clock().toISOString() });
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
    if ((bytesIn(request, 'Content-Length') ?? 0) > arriving.size - arriving.offset) {
      throw new MediaRefused('VIDEO_TOO_LARGE');
    }
    const room = arriving.size - arriving.offset;
    const offset = await gate.underWay(arriving.owner, () =>
      readStream(request, (piece) => arrivals.append(arriving, within(room, piece))),
    );
    response.set('Upload-Offset', String(offset)).status(204).end();
  });

  router.delete(`${path}/:file`, async (request, response) => {
    const { folder, id } = await ownArriving(request, response);
    await arrivals.drop(folder, id);
    response.status(204).end();
  });

  router.put(`${path}/:file`, async (request, response) => {
    const { owner, folder, id } = await ownArriving(request, response);
    // Each request copies the video on the disk, so of these, too, a user has few under way.
    const upload = await gate.underWay(owner, () => arrivals.complete(folder, id, clock().toISOString()));
    if (upload === null) throw refuseWith('UPLOAD_OFFSET');
    await gate.requireNotErased(upload);
    response.json({ media: upload.media });
  });

  return router;
}
