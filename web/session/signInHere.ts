import { NEXT_PAGE, SIGNED_IN_PATH } from '#domain/kernel/addresses.ts';
import { answerInTime } from '../kit/http/answerInTime.ts';
import { fetchFromSite } from '../kit/http/fetchFromSite.ts';
import { syncClient } from '../sync/client.ts';
import { isUnanswered, request } from '../sync/transport/http.ts';
import { topicsFor } from './boot.ts';
import { askForSchool, returnPath } from './chainMemory.ts';
import { type Session, sessionStore } from './session.ts';
import { isGenericSite } from './site.ts';

/** Milliseconds until it has to begin to come: by then the connection has brought the same. */
const NEXT_MS = [6_000] as const;
/** Milliseconds for which the session is asked for where an answer was lost, until that is said. */
const LOST_ANSWER_MS = 9_000;
/** Milliseconds after which it is asked for beside a request without an answer: by its end it is known whether the network is silent. */
const BESIDE_MS = 20_000;

/** The answer to a request by which somebody has signed in. */
export interface SignedIn {
  readonly user: { readonly id: string };
  /** The hub's answers to joining the topics of the home page; absent: the page on which somebody goes on has to be asked for. */
  readonly topics?: Readonly<Record<string, unknown>>;
}

/** A request by which somebody signs in. */
interface SigningIn {
  /** Somebody who is asked over a page stays on it. */
  readonly staysHere?: boolean;
  /** As for every request (`sync/transport/http.ts`). */
  readonly mayRepeat?: 'after-death';
  /** Tests pass their own. */
  readonly ask?: typeof request;
  readonly session?: { getState(): Pick<Session, 'load' | 'status' | 'userId'> };
}

/**
 * Asks to sign in. The answer has the topics of the home page for those who go on there. Where it is lost on the way, its
 * cookies may have come before, so the session is asked for before anything is said, and beside a request that is long without
 * an answer.
 *
 * @throws RequestRefused nobody is signed in, as far as is known
 */
export async function askToSignIn(
  path: string,
  form: object,
  { staysHere = false, mayRepeat, ask = request, session = sessionStore }: SigningIn = {},
): Promise<SignedIn> {
  const next = staysHere ? location.pathname : (returnPath() ?? SIGNED_IN_PATH);
  const query =
    next === SIGNED_IN_PATH && !isGenericSite ? `?${new URLSearchParams({ [NEXT_PAGE]: SIGNED_IN_PATH })}` : '';
  let beside: Promise<boolean> | undefined;
  const silent = setTimeout(() => {
    askForSchool();
    beside = loadSoon(session.getState());
  }, BESIDE_MS);
  try {
    return await ask<SignedIn>('POST', path + query, form, mayRepeat === undefined ? {} : { mayRepeat });
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    // The guard of the page leads on as soon as the session is known, also later.
    askForSchool();
    // An answer that came beside may be of before.
    if ((await beside) !== false) await loadSoon(session.getState());
    const { status, userId } = session.getState();
    if (status === 'user' && userId !== null) return { user: { id: userId } };
    throw error;
  } finally {
    clearTimeout(silent);
  }
}

/** Loads the session. @returns `false`: there was no answer in time; it goes on trying by itself */
function loadSoon({ load }: Pick<Session, 'load'>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), LOST_ANSWER_MS);
  });
  return Promise.race([load().then(() => true), late]).finally(() => clearTimeout(timer));
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
  const path = returnPath() ?? SIGNED_IN_PATH;
  const page = await answerInTime(
    async (signal, heard) => {
      const answer = await fetchFromSite(path, { credentials: 'same-origin', cache: 'no-store', signal });
      heard();
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
      return answer.text();
    },
    { tries: NEXT_MS },
  );
  const parsed = new DOMParser().parseFromString(page, 'text/html');
  syncClient().hydrate(topicsFor(userId, sessionStore.getState().userId, parsed));
}
