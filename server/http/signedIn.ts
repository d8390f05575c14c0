import { NEXT_PAGE, SIGNED_IN_PATH } from '#domain/kernel/addresses.ts';
import { ownTopic } from '#projections/kernel/ownTopic.ts';
import { scriptJson } from '../kernel/html.ts';
import type { Logger } from '../observability/logging.ts';
import { topicsParts } from './bootParts.ts';
import type { NextPage, PageBoot, ReadPageBoot } from './pageBoot.ts';
import { gzipParts } from './pageParts.ts';
import { campusOf } from './requestContext.ts';
import type { AnswerSignedIn } from './routeParts.ts';

/** Milliseconds that reading the home page may take: a log-in waits no longer for it. */
const NEXT_PAGE_MS = 300;

/**
 * See `AnswerSignedIn`. The topics are read as for that page when its person asks for it, by the same rights and in the same turns;
 * so a browser far away waits for one round trip less. They are left out where they take long or can't be read now, and
 * where the answer can't be packed (over a socket): the browser asks for the page then.
 *
 * @param options `waitMs`: tests on a busy machine wait longer for the topics
 */
export function createAnswerSignedIn(
  readPageBoot: ReadPageBoot,
  { logger, waitMs = NEXT_PAGE_MS }: { readonly logger: Logger; readonly waitMs?: number | undefined },
): AnswerSignedIn {
  return async (userId, request, response) => {
    response.set('Cache-Control', 'no-store').vary('Accept-Encoding');
    const isWanted = request.query[NEXT_PAGE] === SIGNED_IN_PATH && request.acceptsEncodings('gzip') === 'gzip';
    const read = (next: NextPage) => readPageBoot(request, response, campusOf(request), next);
    const body = isWanted ? await packedWithTopics() : null;
    if (body === null) return void response.json({ user: { id: userId } });
    response.type('json').set('Content-Encoding', 'gzip').send(body);

    /** The session stands already: a fault here makes no failure of the log-in. */
    async function packedWithTopics(): Promise<Buffer | null> {
      try {
        const boot = await soon((signal) => read({ userId, path: SIGNED_IN_PATH, signal }), waitMs);
        return boot === null ? null : await packed(userId, boot);
      } catch (error) {
        logger.error({ err: error, request: response.locals.requestId }, 'A log-in was answered without topics.');
        return null;
      }
    }
  };
}

function packed(userId: string, { topics }: PageBoot): Promise<Buffer> {
  return gzipParts([
    { text: '{"user":', isOwn: false },
    { text: scriptJson({ id: userId }), isOwn: true },
    { text: ',"topics":', isOwn: false },
    ...topicsParts(topics, ownTopic(userId)),
    { text: '}', isOwn: false },
  ]);
}

/** The page if it is read in time; where its turn comes later, it is not read at all. */
async function soon(read: (signal: AbortSignal) => Promise<PageBoot | null>, waitMs: number): Promise<PageBoot | null> {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      over.abort();
      resolve(null);
    }, waitMs);
  });
  return Promise.race([read(over.signal), late]).finally(() => clearTimeout(timer));
}
