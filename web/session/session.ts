import { create, type StateCreator } from 'zustand';
import { campusOfHost, DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { deviceStorage } from '../kit/storage/textStorage.ts';
import { browserClock, type Clock } from '../sync/transport/clock.ts';
import { RequestRefused, request } from '../sync/transport/http.ts';
import { boot, type SessionAnswer } from './boot.ts';

/** The user of this browser. `loading`: not known yet (AUTH-31). */
export interface Session {
  readonly status: 'loading' | 'visitor' | 'user';
  readonly userId: string | null;
  /** Campus of the host. */
  readonly campus: string;
  readonly mailbox: string | null;
  /** People can sign in with Google. */
  readonly google: boolean;
  /** Something can be paid for. */
  readonly payments: boolean;
  /** Why the session of this page has ended, or none was begun, until the person has read it; `null`: nothing to say. */
  readonly ended: NonNullable<SessionAnswer['ended']> | null;
  /** Asks the server for the signed-in user; retries while there is no answer. */
  load(): Promise<void>;
  /** Takes the user of the last visit to be here, until the server answers. */
  assume(): void;
  /** A log-in or registration succeeded. */
  signedIn(userId: string): void;
  /** A log-out succeeded, or the server has ended the session. */
  signedOut(): void;
}

/** Ports of the session to the browser. */
export interface SessionPorts {
  readonly clock: Clock;
  fetchSession(): Promise<SessionAnswer>;
  /** The user id of the last visit, so that an offline reload still knows whose outbox it holds. */
  readonly stored: { read(): string | null; write(userId: string | null): void };
  /** Exchanges the signed-in user with the other tabs. */
  readonly tabs: { post(userId: string | null): void; listen(handler: (userId: string | null) => void): void };
}

/** Milliseconds until the server is asked again after no answer, at first and at most. */
const RELOAD_FIRST_MS = 1_000;
const RELOAD_MAX_MS = 15_000;

/**
 * The session of this browser (AUTH-31): authenticated on log-in, registration or load. A failure or a log-out clears
 * the stored user id, and the other tabs follow. A missing answer is no failure: the stored user stays.
 *
 * @param delivered session that came with the page: no request is needed then
 */
export function sessionState(ports: SessionPorts, campus: string, delivered?: SessionAnswer): StateCreator<Session> {
  let wait = RELOAD_FIRST_MS;
  /** Raised by every change of the user, so that an answer that was asked for before it is not taken for news. */
  let change = 0;

  return (set, get) => {
    const become = (userId: string | null) => {
      change += 1;
      if (get().userId === userId && get().status !== 'loading') return;
      set({ status: userId === null ? 'visitor' : 'user', userId });
    };
    const becomeAndTell = (userId: string | null) => {
      ports.stored.write(userId);
      ports.tabs.post(userId);
      become(userId);
    };
    ports.tabs.listen(become);

    const loadAgain = () => {
      ports.clock.after(wait, () => void get().load());
      wait = Math.min(wait * 2, RELOAD_MAX_MS);
    };

    const userId = delivered?.user?.id ?? null;
    if (delivered !== undefined && ports.stored.read() !== userId) {
      ports.stored.write(userId);
      ports.tabs.post(userId);
    }

    return {
      status: delivered === undefined ? 'loading' : userId === null ? 'visitor' : 'user',
      userId,
      campus: delivered?.campus ?? campus,
      mailbox: delivered?.mailbox ?? null,
      google: delivered?.google ?? false,
      payments: delivered?.payments ?? false,
      ended: null,
      async load() {
        const asked = change;
        try {
          const answer = await ports.fetchSession();
          wait = RELOAD_FIRST_MS;
          set({
            campus: answer.campus,
            mailbox: answer.mailbox,
            google: answer.google ?? false,
            payments: answer.payments ?? false,
          });
          const userId = answer.user?.id ?? null;
          // Also where another tab was quicker and has said that nobody is signed in here: each tab says why.
          if (userId === null && answer.ended !== undefined) set({ ended: answer.ended });
          if (asked !== change) return;
          if (ports.stored.read() === userId) become(userId);
          else becomeAndTell(userId);
        } catch (error) {
          if (asked !== change) return;
          if (error instanceof RequestRefused && !error.refusal.retry) return becomeAndTell(null);
          const stored = ports.stored.read();
          if (stored !== null) become(stored);
          loadAgain();
        }
      },
      assume: () => become(ports.stored.read()),
      signedIn: (userId) => becomeAndTell(userId),
      signedOut: () => becomeAndTell(null),
    };
  };
}

/** Where the id of the signed-in user is kept in `localStorage`; the session itself is a cookie. */
const STORED_USER = 'quad.user';

/** The session of this page, for code outside of components. */
export const sessionStore = create<Session>()(sessionState(browserPorts(), campusOfPage(), boot().session));

/** The same, by the name that components call hooks by. */
export const useSession = sessionStore;

function campusOfPage(): string {
  return typeof location === 'undefined' ? DEFAULT_CAMPUS : campusOfHost(location.host).id;
}

function browserPorts(): SessionPorts {
  const channel = typeof document === 'undefined' ? null : new BroadcastChannel('quad.session');
  return {
    clock: browserClock,
    fetchSession: () => request<SessionAnswer>('GET', '/api/session'),
    stored: {
      read: () => deviceStorage.getItem(STORED_USER),
      write: (userId) =>
        userId === null ? deviceStorage.removeItem(STORED_USER) : deviceStorage.setItem(STORED_USER, userId),
    },
    tabs: {
      post: (userId) => channel?.postMessage(userId),
      listen: (handler) =>
        channel?.addEventListener('message', (event: MessageEvent<string | null>) => handler(event.data)),
    },
  };
}
