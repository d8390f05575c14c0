import { Router } from 'express';
import { PHOTO_MAX_BYTES } from '#domain/kernel/limits.ts';
import { createKeyedLock } from '../concurrency/keyedLock.ts';
import { takesVideos } from '../media/nounFiles.ts';
import type { MediaStore } from '../ports/media.ts';
import { againOf, pieceUploads } from './pieceUploads.ts';
import { bytesIn, readUpload } from './readUpload.ts';
import { createUploadGate, type UploadGateParts } from './uploadGate.ts';

/**
 * Files, before the command that names them (decisions D15, POST-25, PROF-28): `PUT /api/uploads/<kind>/<id>` takes a
 * picture, `/api/uploads/<kind>/<id>/photos` and `…/videos` one and a video in pieces. `?again=1` makes the same picture another file: a command
 * whose file was swept is refused for good under its content (P7), so its sender has to name another one.
 */
export function uploadRoutes(
  parts: UploadGateParts & { readonly media: UploadGateParts['media'] & Pick<MediaStore, 'put' | 'arrivals'> },
): Router {
  const { media, clock } = parts;
  const gate = createUploadGate(parts);
  const router = Router();
  const beginning = createKeyedLock();
  for (const files of parts.files) {
    router.put(`/api/uploads/${files.kind}/:id`, async (request, response) => {
      const { owner, folder } = await gate.enter(request, response, files);
      await gate.underWay(owner, async (lease) => {
        await gate.countFile(owner, 'picture', bytesIn(request, 'Content-Length') ?? PHOTO_MAX_BYTES);
        const bytes = await readUpload(request, lease);
        const upload = await media.put(folder, owner, clock().toISOString(), bytes, againOf(request.query));
        await gate.requireNotErased(upload);
        response.json({ media: upload.media });
      });
    });
    const path = `/api/uploads/${files.kind}/:id`;
    const pieces = { files, gate, media, beginning, clock };
    router.use(pieceUploads({ path: `${path}/photos`, kind: 'picture', ...pieces }));
    if (takesVideos(files)) router.use(pieceUploads({ path: `${path}/videos`, kind: 'video', ...pieces }));
  }
  return router;
}
