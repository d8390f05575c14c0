import { type Request, type Response, Router } from 'express';
import { maySeeCampus } from '#domain/campus/access.ts';
import { VISITOR, type Viewer } from '#domain/kernel/access.ts';
import type { Media } from '#domain/kernel/media.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { postFolder } from '#domain/post/commands.ts';
import { pictureFolder } from '#domain/user/commands.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Person } from '#projections/user/collections.ts';
import { MEDIA_WIDTHS, type MediaStore } from '../ports/media.ts';
import { readStandingPost } from '../post/standingPost.ts';
import { readViewer } from '../read/viewer.ts';
import { refuseWith } from './errors.ts';
import type { Authenticate } from './requestContext.ts';

/** Seconds for which a browser may keep a picture: names follow from contents, so what is under a name never changes. */
const KEPT_SECONDS = 365 * 24 * 3_600;
/** One browser keeps a picture for good without asking. */
const KEPT_BY_ONE = `private, max-age=${KEPT_SECONDS}, immutable`;
/**
 * Caches that serve many ask before each use (`s-maxage=0`), which costs them an answer without content: a picture that
 * was deleted, whose owner was erased or whose campus became private is served by nobody any more (P8, P10).
 */
const KEPT_BY_MANY = `public, max-age=${KEPT_SECONDS}, s-maxage=0, proxy-revalidate`;

/** Who may see a file: nobody, its owner, the members of a campus, or everyone. */
type Sight = { readonly seen: false } | { readonly seen: true; readonly shared: boolean };

const HIDDEN: Sight = { seen: false };

/** Finds out who asks, where that matters. */
type WhoAsks = () => Promise<Viewer>;

/**
 * `/images/<folder>/<name>?w=640`: pictures of posts and people, by the same rules as what names them (P8). Nobody is
 * asked for a session where everyone may see the picture: what shared caches keep must carry no cookie.
 */
export function imageRoutes(options: {
  readonly authenticate: Authenticate;
  readonly readStore: Pick<ReadStore, 'get'>;
  readonly media: Pick<MediaStore, 'file' | 'describe'>;
}): Router {
  const { authenticate, readStore, media } = options;
  const router = Router();

  const asks = (request: Request, response: Response): WhoAsks => {
    return async () => readViewer(readStore, (await authenticate(request, response))?.userId ?? null);
  };

  /** A file that no document names is seen by who brought it, in the composer. */
  async function ownDraft(folder: string, name: string, whoAsks: WhoAsks): Promise<Sight> {
    const upload = (await media.describe(folder, [name])).get(name);
    if (upload === undefined) return HIDDEN;
    const { userId } = await whoAsks();
    return userId === upload.owner ? { seen: true, shared: false } : HIDDEN;
  }

  async function ofPost(postId: string, name: string, whoAsks: WhoAsks): Promise<Sight> {
    const post = await readStandingPost(readStore, postId);
    if (post === null) return HIDDEN;
    const isNamed = post !== undefined && names(reveal(post.media), name);
    return isNamed ? sightOn(post.campus, post.author, whoAsks) : ownDraft(postFolder(postId), name, whoAsks);
  }

  async function ofPerson(userId: string, name: string, whoAsks: WhoAsks): Promise<Sight> {
    const [found] = await readStore.get([{ collection: 'people', key: userId }]);
    const person = (found?.doc ?? null) as Person | null;
    if (person === null || person.erased) return HIDDEN;
    const picture = reveal(person.picture);
    if (picture?.name !== name) return ownDraft(pictureFolder(userId), name, whoAsks);
    return sightOn(person.campus, userId, whoAsks);
  }

  async function send(response: Response, folder: string, name: string, sight: Sight, width: unknown): Promise<void> {
    const size = MEDIA_WIDTHS.find((each) => String(each) === width) ?? null;
    const file = sight.seen ? await media.file(folder, name, size) : null;
    if (file === null || !sight.seen) throw refuseWith('NOT_FOUND');
    response.set('Content-Type', file.contentType);
    response.set('ETag', `"${name}-${size ?? 'whole'}"`);
    response.set('Cache-Control', sight.shared ? KEPT_BY_MANY : KEPT_BY_ONE);
    await new Promise<void>((resolve, reject) => {
      response.sendFile(file.path, { cacheControl: false, etag: false, dotfiles: 'allow' }, (error?: Error) => {
        if (error === undefined) resolve();
        else reject(error);
      });
    });
  }

  router.get('/images/posts/:id/:name', async (request, response) => {
    const { id, name } = request.params;
    const sight = await ofPost(id, name, asks(request, response));
    await send(response, postFolder(id), name, sight, request.query.w);
  });

  router.get('/images/profilePics/:id/:name', async (request, response) => {
    const { id, name } = request.params;
    const sight = await ofPerson(id, name, asks(request, response));
    await send(response, pictureFolder(id), name, sight, request.query.w);
  });

  return router;
}

function names(files: readonly Media[] | null, name: string): boolean {
  return files?.some((file) => file.name === name) ?? false;
}

async function sightOn(campusId: string, owner: string, whoAsks: WhoAsks): Promise<Sight> {
  if (maySeeCampus(VISITOR, campusId)) return { seen: true, shared: true };
  const viewer = await whoAsks();
  return viewer.userId === owner || maySeeCampus(viewer, campusId) ? { seen: true, shared: false } : HIDDEN;
}
