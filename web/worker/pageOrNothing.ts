import { OWN_MARK } from '#domain/kernel/addresses.ts';
import { type Fetch, fetchFromSite } from '../kit/http/fetchFromSite.ts';

/** Milliseconds within which a page has to begin to come: the page that a browser keeps is there at once. */
export const PAGE_MS = 6_000;

/**
 * Asks for a page.
 *
 * @returns `null`: nothing came in time, or an answer of somebody else, such as a network's log-in or a proxy whose server
 *   is away
 */
export async function pageOrNothing(request: Request, ask: Fetch = fetchFromSite): Promise<Response | null> {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), PAGE_MS);
  try {
    // A navigation is a request of its own kind, which takes no signal: what comes late is let go.
    const late = new Promise<null>((resolve) => given.signal.addEventListener('abort', () => resolve(null)));
    const answer = await Promise.race([ask(request), late]);
    return answer !== null && isOurs(answer) ? answer : null;
  } catch (error) {
    console.warn('The page is opened from what this browser keeps.', error);
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether an answer is the site's. A redirect shows nothing of itself, and the browser follows it; a file of code that the
 * browser had kept may be older than the mark, and is no HTML.
 */
export function isOurs({ type, headers }: Response): boolean {
  if (type === 'opaqueredirect' || headers.has(OWN_MARK)) return true;
  return /^(text\/(javascript|css)|image\/)/.test(headers.get('content-type') ?? '');
}
