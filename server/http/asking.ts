import { type Request, type Response, Router } from 'express';
import { ASKING_PATH, askingSchema } from '#projections/sync/asking.ts';
import { isOfPage, PROTOCOL_CHANGED, SESSION_CHANGED, speaksProtocol } from '#projections/sync/handshake.ts';
import type { Refused } from '#projections/sync/protocol.ts';
import { createAddressThrottle } from '../fairness/addressThrottle.ts';
import { createRateLimiter } from '../fairness/rateLimiter.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import type { HubAsking } from '../hub/asking.ts';
import {
  ASKED_FULL_RETRY_SECONDS,
  ASKED_OPEN_MAX,
  ASKED_OPEN_PER_ADDRESS,
  ASKED_OPEN_PER_USER,
  ASKED_OPEN_VISITORS,
  ASKED_OWN_SHARE,
  ASKED_PER_ADDRESS,
  ASKED_PER_USER,
} from '../hub/limits.ts';
import type { NoteRefusal } from '../observability/securityLog.ts';
import { refuseWith } from './errors.ts';
import { type Authenticate, addressOf, campusOf, readBody } from './requestContext.ts';

/** Most questions that are open at once. */
export interface OpenCaps {
  readonly perUser: number;
  readonly perAddress: number;
  readonly visitors: number;
  readonly all: number;
}

const CAPS: OpenCaps = {
  perUser: ASKED_OPEN_PER_USER,
  perAddress: ASKED_OPEN_PER_ADDRESS,
  visitors: ASKED_OPEN_VISITORS,
  all: ASKED_OPEN_MAX,
};

/** Parts of the route. */
export interface AskingParts {
  readonly asking: HubAsking;
  readonly authenticate: Authenticate;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
  readonly noteRefusal: NoteRefusal;
  /** Default: those of the hub's limits. */
  readonly caps?: OpenCaps;
}

/**
 * `POST /api/live`: what a socket would bring, for pages whose WebSockets do not come through. A question may be held until
 * there is news; each is complete in itself, so it may go to another process every time.
 */
export function askingRoute({ caps = CAPS, ...parts }: AskingParts): Router {
  const { asking, authenticate, clock, rateShare: share, noteRefusal } = parts;
  const perUser = createRateLimiter(ASKED_PER_USER, { clock, name: 'asked-user', share });
  const byAddress = createAddressThrottle(
    { perAddress: ASKED_PER_ADDRESS, ownShare: ASKED_OWN_SHARE },
    { clock, name: 'asked', share },
  );
  const open = new OpenCounts(caps);
  const router = Router();

  router.post(ASKING_PATH, async (request: Request, response: Response) => {
    const question = readBody(request, askingSchema);
    if (!speaksProtocol(question)) throw refuseWith(PROTOCOL_CHANGED);
    const signedIn = await authenticate(request, response);
    const [userId, address] = [signedIn?.userId ?? null, addressOf(request)];
    if (!isOfPage(question, userId)) throw refuseWith(SESSION_CHANGED);
    const own = userId === null ? 0 : perUser.take(userId);
    const seconds = own > 0 ? own : byAddress.take(address, () => userId);
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const leave = open.enter(userId, address);
    if (leave === null) throw refuseWith('RATE_LIMITED', { seconds: ASKED_FULL_RETRY_SECONDS });
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const note = (given: unknown) => {
      const code = (given as Partial<Refused> | null)?.refusal?.code;
      if (code !== undefined) noteRefusal(code, { userId, address });
    };
    try {
      const by = { userId, sessionId: signedIn?.sessionId ?? null, campus: campusOf(request).id, address };
      const text = await asking.answer(question, by, gone.signal, note);
      // The viewer's own beside what others wrote is not compressed together (BREACH).
      if (text !== null)
        response
          .set('Cache-Control', userId === null ? 'no-store' : 'no-store, no-transform')
          .type('json')
          .send(text);
    } finally {
      leave();
    }
  });
  return router;
}

/** Counts the questions that are open: of each user, of the visitors of each address, of all visitors, and in all. */
export class OpenCounts {
  readonly #caps: OpenCaps;
  readonly #counts = new Map<string, number>();
  #visitors = 0;
  #all = 0;

  constructor(caps: OpenCaps) {
    this.#caps = caps;
  }

  /** @returns its end; `null`: there is no room */
  enter(userId: string | null, address: string): (() => void) | null {
    const key = userId === null ? `address ${address}` : `user ${userId}`;
    const count = this.#counts.get(key) ?? 0;
    const cap = userId === null ? this.#caps.perAddress : this.#caps.perUser;
    if (count >= cap || this.#all >= this.#caps.all) return null;
    if (userId === null && this.#visitors >= this.#caps.visitors) return null;
    this.#counts.set(key, count + 1);
    this.#all += 1;
    if (userId === null) this.#visitors += 1;
    return () => {
      if (userId === null) this.#visitors -= 1;
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
      this.#all -= 1;
    };
  }
}
