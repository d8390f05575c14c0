import { rejectionKind, rejectionText } from '#domain/registry.ts';
import { userRejections } from '#domain/user/rejections.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { sayBanFor } from '../../session/sayBan.ts';
import { sessionStore } from '../../session/session.ts';
import { isUnanswered, RequestRefused, request } from '../../sync/transport/http.ts';

/** How a way to Google ended: `problem` is a code of the domain's, `null` if it went well. */
export interface GoogleOutcome {
  readonly attempt: string;
  readonly problem: string | null;
  /** Why the account is banned, where that is the problem. */
  readonly reason: string | null;
}

/** Why nobody was signed in, in the words of AUTH-19. */
export class GoogleFailed extends Error {
  readonly outcome: Pick<GoogleOutcome, 'problem' | 'reason'>;

  constructor(text: string, outcome: Pick<GoogleOutcome, 'problem' | 'reason'> = { problem: null, reason: null }) {
    super(text);
    this.outcome = outcome;
  }
}

/** Milliseconds between two looks at whether the window was closed. */
const LOOK_EVERY_MS = 300;
/** Milliseconds after which a closed window has reported its end, if it has. */
const LAST_WORD_MS = 1_000;
const WINDOW = 'popup,width=480,height=680';

/** Pages of this origin alone hear each other on it; that works also where the window has lost its opener. */
const openChannel = () => new BroadcastChannel('quad.google');

/** Reports the outcome to the page that began the sign-in. */
export function reportToOpener(outcome: GoogleOutcome): void {
  const channel = openChannel();
  channel.postMessage(outcome);
  channel.close();
}

/** Says the problem (AUTH-19, AUTH-20), and of a ban over the page why, too. */
export function sayProblem(text: string, { problem, reason }: GoogleFailed['outcome']): void {
  showAlert('danger', text);
  // Anybody can make the address of such a page; who is signed in is not banned.
  if (problem === 'GOOGLE_ACCOUNT_BANNED' && sessionStore.getState().userId === null) sayBanFor(reason);
}

/** The words for a problem's code; one that nobody knows has words, too (AUTH-19). */
export function wordsOf(problem: string): string {
  const isKnown = rejectionKind(problem) !== null;
  return isKnown ? rejectionText({ code: problem, data: {} }) : userRejections.GOOGLE_UNKNOWN.text;
}

/**
 * Leads to Google and back, in a window of its own where the browser allows one (AUTH-17).
 *
 * @param onLeave called before the page itself is left for Google, because no window could be opened
 * @returns `signed-in`: the cookies are set; `left`: the page is on its way to Google
 * @throws GoogleFailed
 */
export async function signInWithGoogle(onLeave: () => void): Promise<'signed-in' | 'left'> {
  // At once: a browser opens a window only as the answer to a press.
  const popup = window.open('about:blank', '_blank', WINDOW);
  try {
    const { url, attempt } = await begin(popup !== null);
    if (popup === null) {
      onLeave();
      location.assign(url);
      return 'left';
    }
    popup.location.href = url;
    const outcome = await outcomeOf(attempt, popup);
    if (outcome.problem !== null) throw new GoogleFailed(wordsOf(outcome.problem), outcome);
    return 'signed-in';
  } catch (error) {
    popup?.close();
    throw error;
  }
}

async function begin(popup: boolean): Promise<{ readonly url: string; readonly attempt: string }> {
  try {
    return await request('POST', '/api/google', { popup });
  } catch (error) {
    if (isUnanswered(error)) throw new GoogleFailed(userRejections.GOOGLE_NETWORK.text);
    if (error instanceof RequestRefused) throw new GoogleFailed(error.refusal.text);
    throw error;
  }
}

/** Waits for the window's last word, or its end. */
function outcomeOf(attempt: string, popup: Window): Promise<GoogleOutcome> {
  return new Promise((resolve) => {
    const channel = openChannel();
    let closedFor = 0;
    const end = (outcome: GoogleOutcome) => {
      clearInterval(timer);
      channel.close();
      resolve(outcome);
    };
    channel.addEventListener('message', ({ data }: MessageEvent<GoogleOutcome>) => {
      if (data.attempt === attempt) end(data);
    });
    const timer = setInterval(() => {
      // A window at Google may seem closed to us (its opener policy); while it has the focus, it is not.
      closedFor = popup.closed && document.hasFocus() ? closedFor + LOOK_EVERY_MS : 0;
      if (closedFor >= LAST_WORD_MS) end({ attempt, problem: 'GOOGLE_CANCELLED', reason: null });
    }, LOOK_EVERY_MS);
  });
}
