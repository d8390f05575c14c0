import { Router } from 'express';
import { takesVideos } from '../media/nounFiles.ts';
import type { MediaStore } from '../ports/media.ts';
import { readUpload } from './readUpload.ts';
import { createUploadGate, type UploadGateParts } from './uploadGate.ts';
import { videoUploads } from './videoUploads.ts';

/**
 * Files, before the command that names them (decisions D15, POST-25, PROF-28): `PUT /api/uploads/<kind>/<id>` takes a
 * picture, `/api/uploads/<kind>/<id>/videos` a video in pieces.
 */
export function uploadRoutes(
  parts: UploadGateParts & { readonly media: UploadGateParts['media'] & Pick<MediaStore, 'put' | 'arrivals'> },
): Router {
  const { media, clock } = parts;
  const gate = createUploadGate(parts);
  const router = Router();
  for (const files of parts.files) {
    router.put(`/api/uploads/${files.kind}/:id`, async (request, response) => {
      const { owner, folder } = await gate.enter(request, response, files);
      await gate.underWay(owner, async (lease) => {
        await gate.countFile(owner, 'picture');
        const upload = await media.put(folder, owner, clock().toISOString(), await readUpload(request, lease));
        await gate.requireNotErased(upload);
        response.json({ media: upload.media });
      });
    });
    if (takesVideos(files)) {
      const path = `/api/uploads/${files.kind}/:id/videos`;
      router.use(videoUploads({ path, files, gate, arrivals: media.arrivals, clock }));
    }
  }
  return router;
}
