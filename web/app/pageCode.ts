import { matchRoutes } from 'react-router';
import { bring } from '../kit/lazySoon.ts';
import { routes } from './routes.ts';

/** Milliseconds that the first drawing waits at most for the code of its page: then there is a placeholder. */
const DRAWING_WAITS_MS = 1_000;

/**
 * The code of the page at an address, where the server has named it in the page (`server/http/preloads.ts`): it comes beside the
 * first scripts. Drawn before it, a page would be a placeholder, which React keeps for 300 ms ("FALLBACK_THROTTLE_MS" there).
 * Resolves in time also where the code does not come: the page says so then.
 *
 * @returns `null`: there is nothing to wait for
 */
export function namedPageCode(pathname: string, page: ParentNode = document): Promise<unknown> | null {
  if (page.querySelector('link[rel="preload"][as="fetch"]') === null) return null;
  const [route] = matchRoutes([...routes], pathname)?.map(({ route }) => route) ?? [];
  if (route === undefined) return null;
  const { Page, frame } = route;
  const parts = typeof frame === 'object' ? [Page, frame.Frame] : [Page];
  const late = new Promise((resolve) => setTimeout(resolve, DRAWING_WAITS_MS));
  return Promise.race([Promise.allSettled(parts.map(bring)), late]);
}
