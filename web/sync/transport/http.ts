import { OWN_MARK } from '#domain/kernel/addresses.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { OUTSIDE_AREA } from '#projections/sync/handshake.ts';
import { type Refusal, refusalSchema } from '#projections/sync/protocol.ts';
import { type Ask, answerEitherWay, answerInTime, answerInTurn } from '../../kit/http/answerInTime.ts';
import { type AskOverSocket, askOverSocket } from '../../kit/http/askOverSocket.ts';
import { type Fetch, fetchFromSite } from '../../kit/http/fetchFromSite.ts';
import { deviceNow, learnFromAnswer } from '../../kit/time/serverClock.ts';
import { leaveArea } from './area.ts';

/**
 * Milliseconds within which the answer has to begin, try by try: a connection may have died and say nothing. A question may
 * be repeated, and what takes effect once; anything else has one try, and says so.
 */
const QUESTION_MS = [3_000, 6_000, 20_000] as const;
const EFFECT_ONCE_MS = [4_000, 8_000, 20_000] as const;
const OTHER_MS = [30_000] as const;
const AFTER_DEATH_MS = [30_000, 20_000] as const;

/** Status of a request without an answer: offline, or the server is down. */
export const NO_ANSWER = 0;

/** Why nothing is sent by a device without a network. What was typed stays. */
export const OFFLINE_TEXT = 'You are offline. Try again when you are connected.';

const UNREACHED: Refusal = {
  code: 'NO_ANSWER',
  text: 'Quad can’t be reached. Check your connection and try again.',
  data: {},
  retry: true,
};

/** The server (or the network) refused. `errors` is one text for each alert (SHEL-16). */
export class RequestRefused extends Error {
  readonly refusal: Refusal;
  /** HTTP status, or `NO_ANSWER`. */
  readonly status: number;
  readonly errors: readonly string[];
  constructor(refusal: Refusal, status: number, errors: readonly string[] = [refusal.text]) {
    super(refusal.text);
    this.name = 'RequestRefused';
    this.refusal = refusal;
    this.status = status;
    this.errors = errors;
  }
}

interface Options {
  readonly signal?: AbortSignal;
  /** Tests and programs pass their own. */
  readonly fetch?: Fetch;
  /** The other way of what may be repeated; the browser's own where `fetch` is, too. */
  readonly askOverSocket?: AskOverSocket;
  readonly keepalive?: boolean;
  readonly mayRepeat?: boolean | 'after-death';
}

/**
 * Asks the site's own server, with the session's cookies. `body` is sent as JSON; Blobs and FormData unchanged.
 * `keepalive`: the request outlives the page (64 KB at most). `mayRepeat`: twice does what once does; so does all with the id of
 * a command (P2), if nothing else is said. `after-death`: twice does little harm, and is done only where the connection died.
 * What may be repeated goes over a socket of its own as well, where no connection of the browser answers.
 *
 * @returns the JSON of the answer, `undefined` for an empty one
 * @throws RequestRefused for every answer that is not 2xx, and when there is none
 */
export async function request<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  options: Options = {},
): Promise<T> {
  const raw = body instanceof Blob || body instanceof FormData;
  let response: Response;
  let text: string;
  try {
    const ask = async (signal: AbortSignal | undefined, heard: () => void) => {
      const askedAt = deviceNow();
      const answer = await (options.fetch ?? fetchFromSite)(path, {
        method,
        credentials: 'same-origin',
        // Whatever a captive portal lets a browser keep would be the answer for good.
        cache: 'no-store',
        headers: {
          accept: 'application/json',
          ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
        ...(options.keepalive === true ? { keepalive: true } : {}),
      });
      if (options.fetch === undefined && answer.headers.has(OWN_MARK))
        learnFromAnswer(answer.headers.get('date'), askedAt);
      // A connection may also end in the middle of the answer.
      heard();
      return [answer, await answer.text()] as const;
    };
    // A file takes as long as it takes, and what outlives the page has nobody who waits.
    [response, text] =
      raw || options.keepalive === true
        ? await ask(options.signal, () => undefined)
        : await inTime(ask, method, path, body, options);
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw noAnswer(error);
  }
  const answer = parseJson(text);
  if (response.ok && answer === undefined && text !== '')
    throw noAnswer(new Error(`${path}: an answer of somebody else`));
  if (response.ok) return answer as T;
  const refused = refusedFrom(answer, response.status);
  if (refused.refusal.code === OUTSIDE_AREA) leaveArea();
  throw refused;
}

/** A request that may be repeated has another way, where the browser's connections are dead. */
function inTime(
  ask: Ask<readonly [Response, string]>,
  method: string,
  path: string,
  body: unknown,
  { fetch, askOverSocket: otherWay = fetch === undefined ? askOverSocket : undefined, mayRepeat, signal }: Options,
): Promise<readonly [Response, string]> {
  const limits = { ...limitsOf(method, body, mayRepeat), signal };
  if (limits.tries.length === 1 || otherWay === undefined) return answerInTime(ask, limits);
  const effect = method === 'GET' ? undefined : { method, body };
  const askOtherWay: typeof ask = async (ended, heard) => {
    const answer = await otherWay(path, ended, heard, effect);
    return [answer, await answer.text()] as const;
  };
  return (effect === undefined ? answerEitherWay : answerInTurn)(ask, askOtherWay, limits);
}

function limitsOf(method: string, body: unknown, mayRepeat: Options['mayRepeat']) {
  if (method === 'GET') return { tries: QUESTION_MS };
  if (mayRepeat === 'after-death') return { tries: AFTER_DEATH_MS, onlyAfterDeath: true };
  return { tries: (mayRepeat ?? hasCommandId(body)) ? EFFECT_ONCE_MS : OTHER_MS };
}

/** Ids of other things than commands are no UUIDs: that of a passkey, for one. */
function hasCommandId(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'id' in body && idSchema.safeParse(body.id).success;
}

/** Whether a request got no answer at all. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof RequestRefused && error.refusal.code === UNREACHED.code;
}

/** Codes of answers that say only that the server could not answer. */
const BUSY_CODES: ReadonlySet<string> = new Set(['UNAVAILABLE', 'FAULT']);

/** Whether an answer has no reason of its own: none came, it is no answer of Quad, or the server could not say. */
export function isWithoutWords({ refusal: { code }, status }: RequestRefused): boolean {
  return status === NO_ANSWER || code === `HTTP_${status}` || BUSY_CODES.has(code);
}

/** No answer came: the request may be repeated. @param cause error of the connection, for those who look for a fault */
export function noAnswer(cause?: unknown): RequestRefused {
  // Outside of browsers nobody says so.
  const isOffline = globalThis.navigator?.onLine === false;
  const refused = new RequestRefused(isOffline ? { ...UNREACHED, text: OFFLINE_TEXT } : UNREACHED, NO_ANSWER);
  if (cause !== undefined) refused.cause = cause;
  return refused;
}

/** The refusal in an answer's body, or one made from the status. */
export function refusedFrom(answer: unknown, status: number): RequestRefused {
  const body = (answer ?? {}) as { error?: unknown; errors?: unknown };
  const refusal = refusalSchema.safeParse(body.error);
  const texts = Array.isArray(body.errors)
    ? body.errors.map((error: { msg?: unknown }) => error?.msg).filter((text) => typeof text === 'string')
    : [];
  const known = refusal.success ? refusal.data : unknownRefusal(status, texts[0]);
  return new RequestRefused(known, status, texts.length > 0 ? texts : undefined);
}

/** Answers of somebody before the server: a proxy whose limit is too low, or that does not reach it. */
const TOO_LARGE_ON_THE_WAY = 413;
const NOT_REACHED: ReadonlySet<number> = new Set([502, 503, 504]);

/** The refusal that an answer without the site's own words is. */
function unknownRefusal(status: number, text?: string): Refusal {
  if (text === undefined && status === TOO_LARGE_ON_THE_WAY) {
    const why = 'Something between you and Quad takes nothing this large. Try another network, or a smaller file.';
    return { code: 'TOO_LARGE_ON_THE_WAY', text: why, data: {}, retry: false };
  }
  const general = NOT_REACHED.has(status)
    ? 'Quad can’t be reached at the moment. Please try again soon.'
    : 'Something went wrong. Please try again.';
  return { code: `HTTP_${status}`, text: text ?? general, data: {}, retry: status === 429 || status >= 500 };
}

/** The value of a JSON text; `undefined` where it is none. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
