import type { Action } from '#domain/impression/actions.ts';
import { ACTIONS_PER_REQUEST } from '#domain/impression/limits.ts';

/** Milliseconds for which actions are gathered before they are sent together. */
export const SEND_AFTER_MS = 1_000;
/** Milliseconds after which what could not be sent is sent again, with whatever has come meanwhile. */
export const SEND_AGAIN_MS = 15_000;
/** Actions that wait for a server at most; of more the oldest are given up. */
const WAITING_MAX = 200;

/** One thing that somebody did with a sponsored post. */
export interface TrackedAction {
  readonly actionType: Action;
  readonly postId: string;
}

/** The body of the request of a page (ANLT-03). */
export interface TrackedBody {
  readonly session: string;
  readonly actions: readonly TrackedAction[];
}

/** Takes note of what is done with sponsored posts in one page session. */
export interface Tracker {
  /** Each action of a post is sent once in a page session (ANLT-02). */
  note(postId: string, actionType: Action): void;
  /** Sends everything at once, as the page is left. */
  leave(): void;
}

/**
 * @param options.session name of this page session
 * @param options.send sends it, or throws: it is sent again
 * @param options.sendLeaving sends it from a page that is left; answers whether the browser has taken it over
 * @param options.after calls back after so many milliseconds
 */
export function createTracker(options: {
  readonly session: string;
  readonly send: (body: TrackedBody) => Promise<void>;
  readonly sendLeaving: (body: TrackedBody) => boolean;
  readonly after: (ms: number, then: () => void) => void;
}): Tracker {
  const { session, send, sendLeaving, after } = options;
  const noted = new Set<string>();
  let waiting: readonly TrackedAction[] = [];
  let isSending = false;

  function sendSoon(ms: number): void {
    if (isSending) return;
    isSending = true;
    after(ms, () => void sendAll());
  }

  async function sendAll(): Promise<void> {
    const actions = waiting.slice(0, ACTIONS_PER_REQUEST);
    waiting = waiting.slice(ACTIONS_PER_REQUEST);
    let pauseMs = SEND_AFTER_MS;
    try {
      if (actions.length > 0) await send({ session, actions });
    } catch {
      // The server was away. It counts each action once, so all of them may be sent again.
      waiting = [...actions, ...waiting].slice(-WAITING_MAX);
      pauseMs = SEND_AGAIN_MS;
    }
    isSending = false;
    if (waiting.length > 0) sendSoon(pauseMs);
  }

  return {
    note(postId, actionType) {
      const key = `${postId} ${actionType}`;
      if (noted.has(key)) return;
      noted.add(key);
      waiting = [...waiting, { actionType, postId }].slice(-WAITING_MAX);
      sendSoon(SEND_AFTER_MS);
    },
    leave() {
      while (waiting.length > 0) {
        if (!sendLeaving({ session, actions: waiting.slice(0, ACTIONS_PER_REQUEST) })) return;
        waiting = waiting.slice(ACTIONS_PER_REQUEST);
      }
    },
  };
}
