import { answerInTime } from '../kit/http/answerInTime.ts';
import { fetchFromSite } from '../kit/http/fetchFromSite.ts';
import { syncClient } from '../sync/client.ts';
import { topicsFor } from './boot.ts';
import { sessionStore } from './session.ts';

/** The page on which most people go on; each has the documents of the person, by which the way goes on. */
const NEXT_PATH = '/home';
/** Milliseconds until it has to begin to come: by then the connection has brought the same. */
const NEXT_MS = [6_000] as const;

/**
 * Goes on as a person who has just signed in. The documents of the next page are asked for beside the opening of a connection
 * with the new cookies, which has them some round trips later.
 */
export function signInHere(userId: string): void {
  sessionStore.getState().signedIn(userId);
  bringNextPage(userId).catch((error: unknown) => {
    console.warn('The next page comes by the connection alone.', error);
  });
}

async function bringNextPage(userId: string): Promise<void> {
  const page = await answerInTime(
    async (signal, heard) => {
      const answer = await fetchFromSite(NEXT_PATH, { credentials: 'same-origin', cache: 'no-store', signal });
      heard();
      if (!answer.ok) throw new Error(`${NEXT_PATH} was answered with ${answer.status}.`);
      return answer.text();
    },
    { tries: NEXT_MS },
  );
  const parsed = new DOMParser().parseFromString(page, 'text/html');
  syncClient().hydrate(topicsFor(userId, sessionStore.getState().userId, parsed));
}
