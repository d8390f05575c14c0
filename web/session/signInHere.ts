import { SIGNED_IN_PATH } from '#domain/kernel/addresses.ts';
import { answerInTime } from '../kit/http/answerInTime.ts';
import { fetchFromSite } from '../kit/http/fetchFromSite.ts';
import { syncClient } from '../sync/client.ts';
import { topicsFor } from './boot.ts';
import { sessionStore } from './session.ts';

/** Milliseconds until it has to begin to come: by then the connection has brought the same. */
const NEXT_MS = [6_000] as const;

/** The answer to a request by which somebody has signed in. */
export interface SignedIn {
  readonly user: { readonly id: string };
  /** The hub's answers to joining the topics of the page on which most people go on; absent: that page has to be asked for. */
  readonly topics?: Readonly<Record<string, unknown>>;
}

/**
 * Goes on as a person who has just signed in. The documents of the next page came with the answer, or are asked for beside the
 * opening of a connection with the new cookies, which has them some round trips later.
 */
export function signInHere({ user, topics }: SignedIn): void {
  sessionStore.getState().signedIn(user.id);
  if (topics === undefined) {
    bringNextPage(user.id).catch((error: unknown) => {
      console.warn('The next page comes by the connection alone.', error);
    });
  } else syncClient().hydrate(topics);
}

async function bringNextPage(userId: string): Promise<void> {
  const page = await answerInTime(
    async (signal, heard) => {
      const answer = await fetchFromSite(SIGNED_IN_PATH, { credentials: 'same-origin', cache: 'no-store', signal });
      heard();
      if (!answer.ok) throw new Error(`${SIGNED_IN_PATH} was answered with ${answer.status}.`);
      return answer.text();
    },
    { tries: NEXT_MS },
  );
  const parsed = new DOMParser().parseFromString(page, 'text/html');
  syncClient().hydrate(topicsFor(userId, sessionStore.getState().userId, parsed));
}
