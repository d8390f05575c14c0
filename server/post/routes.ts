import { Router } from 'express';
import { galleryOf } from '#domain/kernel/media.ts';
import { postAccess } from '#domain/post/access.ts';
import { postFolder } from '#domain/post/files.ts';
import { refuseWith } from '../http/errors.ts';
import type { Authenticate } from '../http/requestContext.ts';
import { revealed } from '../http/revealed.ts';
import { type LogReach, readWithCertainty } from '../read/certainty.ts';
import type { OpenReads } from '../read/openReads.ts';
import { readReader } from '../read/reader.ts';
import { readStandingPost } from './standingPost.ts';

/** `GET /api/posts/:id/img_gallery`: the pictures of a post or comment in their order (DATA-03, DATA-16). */
export function galleryRoutes(options: {
  readonly authenticate: Authenticate;
  readonly readStore: Pick<OpenReads, 'get'>;
  readonly reach: LogReach;
}): Router {
  const { authenticate, readStore, reach } = options;
  const router = Router();
  router.get('/api/posts/:id/img_gallery', async (request, response) => {
    const { id } = request.params;
    const look = async () => ({ post: await readStandingPost(readStore, id) });
    const looked = await readWithCertainty(reach, look, ({ post }) => post === undefined);
    if (looked === null) throw refuseWith('UNAVAILABLE');
    const { post } = looked;
    if (post === undefined) throw refuseWith('POST_UNKNOWN');
    if (post === null || post.deleted) throw refuseWith('POST_DELETED');
    const reader = await readReader(readStore, (await authenticate(request, response))?.userId ?? null);
    if (!postAccess.maySee(reader, post)) throw refuseWith('TOPIC_FORBIDDEN');
    response.set('Cache-Control', 'no-store').json(galleryOf(postFolder(id), revealed(post.media) ?? []));
  });
  return router;
}
