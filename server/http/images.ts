import { type Request, type Response, Router } from 'express';
import type { Reader } from '#domain/kernel/access.ts';
import type { HeldFiles } from '../media/holds.ts';
import type { Shown } from '../media/nounFiles.ts';
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

/** No cache keeps a picture that is only held, which is gone at once when the hold ends, nor one of two people alone. */
const KEPT_BY_NONE = 'private, no-store';

/** Audience of a file: nobody, or the person who asks, and how their caches may keep it. */
type Sight = { readonly seen: false } | { readonly seen: true; readonly caching: string };

const HIDDEN: Sight = { seen: false };

/** Authenticates the request, if the picture is not public. */
type WhoAsks = () => Promise<Reader>;

/**
 * `/images/<kind>/<id>/<name>?w=640`, with `&still` the first frame of an animation: photos and videos of every noun, under the
 * access rules of the documents that name them (P8). Public files are sent without authentication, because answers in shared caches must set no cookie.
 */
export function imageRoutes(options: {
  readonly files: readonly HeldFiles[];
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
    return userId === upload.owner ? { seen: true, caching: KEPT_BY_ONE } : HIDDEN;
  }

  /** Of a picture that another noun holds; `null`: none does. */
  async function heldSight({ holds }: HeldFiles, id: string, name: string, whoAsks: WhoAsks): Promise<Sight | null> {
    const rules = await Promise.all(holds.map((hold) => hold.shown(readStore, id, name)));
    const held = rules.filter((maySee) => maySee !== null);
    if (held.length === 0) return null;
    const reader = await whoAsks();
    return held.some((maySee) => maySee(reader)) ? { seen: true, caching: KEPT_BY_NONE } : HIDDEN;
  }

  async function sightOf(files: HeldFiles, id: string, name: string, whoAsks: WhoAsks): Promise<Sight> {
    const shown = await files.shown(readStore, id, name);
    if (typeof shown !== 'string') {
      const sight = await sightOn(shown, await readReader(readStore, null), whoAsks);
      if (sight.seen) return sight;
    }
    // Before the owner's draft: that a removed photo is still there would tell of the report.
    const held = await heldSight(files, id, name, whoAsks);
    if (held !== null) return held;
    return shown === 'unnamed' ? ownDraft(`${files.kind}/${id}`, name, whoAsks) : HIDDEN;
  }

  async function send(request: Request, response: Response, folder: string, name: string, sight: Sight): Promise<void> {
    const width = MEDIA_WIDTHS.find((each) => String(each) === request.query.w);
    const still = request.query.still !== undefined;
    const file = sight.seen ? await media.file(folder, name, { width, still }) : null;
    if (file === null || !sight.seen) throw refuseWith('NOT_FOUND');
    response.set('Cache-Control', sight.caching);
    // Other sites show public files beside the links that they belong to (`pageSummary.ts`).
    if (sight.caching === KEPT_BY_MANY) response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    if (file.isDownload) response.attachment(name);
    await sendFile(request, response, file, `"${name}-${width ?? 'whole'}${still ? '-still' : ''}"`);
  }

  for (const files of options.files) {
    router.get(`/images/${files.kind}/:id/:name`, async (request, response) => {
      const { id, name } = request.params;
      const sight = await sightOf(files, id, name, asks(request, response));
      await send(request, response, `${files.kind}/${id}`, name, sight);
    });
  }
  return router;
}

async function sightOn(
  { owner, maySee, isConfidential }: Exclude<Shown, string>,
  visitor: Reader,
  whoAsks: WhoAsks,
): Promise<Sight> {
  if (maySee(visitor)) return { seen: true, caching: KEPT_BY_MANY };
  const reader = await whoAsks();
  const caching = isConfidential ? KEPT_BY_NONE : KEPT_BY_ONE;
  return reader.userId === owner || maySee(reader) ? { seen: true, caching } : HIDDEN;
}
