import { SIGNED_IN_PATH } from '#domain/kernel/addresses.ts';
import { ownTopic } from '#projections/kernel/ownTopic.ts';
import { scriptJson } from '../kernel/html.ts';
import { topicsParts } from './bootParts.ts';
import type { PageBoot, ReadPageBoot } from './pageBoot.ts';
import { gzipParts } from './pageParts.ts';
import { campusOf } from './requestContext.ts';
import type { AnswerSignedIn } from './routeParts.ts';

/** Milliseconds that reading the next page may take: a log-in waits no longer for it. */
const NEXT_PAGE_MS = 300;

/**
 * See `AnswerSignedIn`. The topics are read as for that page when its person asks for it, by the same rights and in the same turns;
 * so a browser far away waits for one round trip less. They are left out where they take long or can't be read now, and
 * where the answer can't be packed (over a socket): the browser asks for the page then.
 */
export function createAnswerSignedIn(readPageBoot: ReadPageBoot): AnswerSignedIn {
  return async (userId, request, response) => {
    response.set('Cache-Control', 'no-store').vary('Accept-Encoding');
    const isPacked = request.acceptsEncodings('gzip') === 'gzip';
    const next = { userId, path: SIGNED_IN_PATH };
    const boot = isPacked ? await soon(readPageBoot(request, response, campusOf(request), next)) : null;
    if (boot === null) return void response.json({ user: { id: userId } });
    const body = await gzipParts([
      { text: '{"user":', isOwn: false },
      { text: scriptJson({ id: userId }), isOwn: true },
      { text: ',"topics":', isOwn: false },
      ...topicsParts(boot.topics, ownTopic(userId)),
      { text: '}', isOwn: false },
    ]);
    response.type('json').set('Content-Encoding', 'gzip').send(body);
  };
}

/** The page if it is read in time. */
async function soon(reading: Promise<PageBoot | null>): Promise<PageBoot | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, NEXT_PAGE_MS, null);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
