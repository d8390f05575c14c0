import { type Request, type Response, Router } from 'express';
import type { Reader } from '#domain/kernel/access.ts';
import type { Pictures, Shown } from '../media/pictures.ts';
import { MEDIA_WIDTHS, type MediaStore } from '../ports/media.ts';
import type { OpenReads } from '../read/openReads.ts';
import { readReader } from '../read/reader.ts';
import { refuseWith } from './errors.ts';
import type { Authenticate } from './requestContext.ts';
import { sendFile } from './sendFile.ts';

/**
 * Seconds for which a browser may keep a picture: names are derived from contents, so the content of a name never
 * changes.
 */
const KEPT_SECONDS = 365 * 24 * 3_600;
/** One browser caches a picture without revalidation. */
const KEPT_BY_ONE = `private, max-age=${KEPT_SECONDS}, immutable`;
/**
 * Shared caches revalidate before each use (`s-maxage=0`), an answer without content, so that they stop serving a
 * picture that was deleted, whose owner was erased, or whose campus became private (P8, P10).
 */
const KEPT_BY_MANY = `public, max-age=${KEPT_SECONDS}, s-maxage=0, proxy-revalidate`;

/** Audience of a file: nobody, its owner, the members of a campus, or everyone. */
type Sight = { readonly seen: false } | { readonly seen: true; readonly shared: boolean };

const HIDDEN: Sight = { seen: false };

/** Authenticates the request, if the picture is not public. */
type WhoAsks = () => Promise<Reader>;

/**
 * `/images/<kind>/<id>/<name>?w=640`: pictures of every noun, under the access rules of the documents that name them
 * (P8). Public pictures are sent without authentication, because answers in shared caches must set no cookie.
 */
export function imageRoutes(options: {
  readonly pictures: readonly Pictures[];
  readonly authenticate: Authenticate;
  readonly readStore: Pick<OpenReads, 'get'>;
  readonly media: Pick<MediaStore, 'file' | 'describe'>;
}): Router {
  const { authenticate, readStore, media } = options;
  const router = Router();

  const asks = (request: Request, response: Response): WhoAsks => {
    return async () => readReader(readStore, (await authenticate(request, response))?.userId ?? null);
  };

  /** A file that no document names is visible to its owner only, in the composer. */
  async function ownDraft(folder: string, name: string, whoAsks: WhoAsks): Promise<Sight> {
    const upload = (await media.describe(folder, [name])).get(name);
    if (upload === undefined) return HIDDEN;
    const { userId } = await whoAsks();
    return userId === upload.owner ? { seen: true, shared: false } : HIDDEN;
  }

  async function sightOf(pictures: Pictures, id: string, name: string, whoAsks: WhoAsks): Promise<Sight> {
    const shown = await pictures.shown(readStore, id, name);
    if (shown === 'gone') return HIDDEN;
    if (shown === 'unnamed') return ownDraft(`${pictures.kind}/${id}`, name, whoAsks);
    return sightOn(shown, await readReader(readStore, null), whoAsks);
  }

  async function send(request: Request, response: Response, folder: string, name: string, sight: Sight): Promise<void> {
    const size = MEDIA_WIDTHS.find((each) => String(each) === request.query.w) ?? null;
    const file = sight.seen ? await media.file(folder, name, size) : null;
    if (file === null || !sight.seen) throw refuseWith('NOT_FOUND');
    response.set('Cache-Control', sight.shared ? KEPT_BY_MANY : KEPT_BY_ONE);
    await sendFile(request, response, file, `"${name}-${size ?? 'whole'}"`);
  }

  for (const pictures of options.pictures) {
    router.get(`/images/${pictures.kind}/:id/:name`, async (request, response) => {
      const { id, name } = request.params;
      const sight = await sightOf(pictures, id, name, asks(request, response));
      await send(request, response, `${pictures.kind}/${id}`, name, sight);
    });
  }
  return router;
}

async function sightOn({ owner, maySee }: Exclude<Shown, string>, visitor: Reader, whoAsks: WhoAsks): Promise<Sight> {
  if (maySee(visitor)) return { seen: true, shared: true };
  const reader = await whoAsks();
  return reader.userId === owner || maySee(reader) ? { seen: true, shared: false } : HIDDEN;
}
