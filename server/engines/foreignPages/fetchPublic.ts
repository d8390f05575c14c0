import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { CookieJar } from 'tough-cookie';
import { within } from '../../concurrency/within.ts';
import type { Network } from '../../ports/network.ts';
import { FetchRefused } from './fetchRefused.ts';
import { isPublicAddress } from './publicAddress.ts';
import { ENCODINGS, unpacked } from './unpacked.ts';

/** Redirects that are followed: shops set cookies, ask for a language and find the right host before they answer. */
const REDIRECTS_MAX = 10;
/** Requests that one link makes of one host: it could send us round in a circle there. */
const ASKS_OF_A_HOST_MAX = 4;
/** Bytes of the cookies that are sent; a site that wants more gets none. */
const COOKIES_MAX_BYTES = 8_192;
/** Bytes at the beginning of a body by which its type is judged. */
const START_BYTES = 64;
/** Bytes of the headers of an answer. */
const HEADERS_MAX_BYTES = 16_384;
/** Interim answers (1xx, RFC 9110 §15.2) before the answer. */
const INTERIM_ANSWERS_MAX = 10;
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Bounds of a fetch. */
export interface FetchLimits {
  /** Milliseconds for everything together, redirects included. */
  readonly timeoutMs: number;
  /** Bytes of the body, unpacked. */
  readonly maxBytes: number;
  /** `cut`: a longer body is read up to there; `refuse`: it is refused. */
  readonly whenLonger: 'cut' | 'refuse';
  /** Beginnings of the types of content that are taken, as the answer names them; left out: any. */
  readonly types?: readonly string[];
  /** Judges the type by the beginning of the body. */
  readonly takes?: (start: Uint8Array) => boolean;
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal;
}

/** By what a fetch reaches a site, and by what name. */
export interface FetchBy {
  readonly network: Network;
  /** Names us and an address of ours, so that a site can refuse or ask (RFC 9110 §10.1.5). */
  readonly userAgent: string;
}

/** A fetched body. */
export interface Fetched {
  /** The last address, after all redirects. */
  readonly url: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Answers of a site that has a bad moment: too many requests, or an error of its own (RFC 9110 §15.6, RFC 6585 §4). */
function isBadMoment(status: number): boolean {
  return status === 429 || status >= 500;
}

/**
 * Gets a public web page or file for somebody who is not trusted. Only `http` and `https` at their own ports, only
 * public addresses, looked up once for each hop and then connected to; no credentials; within the limits of time, size and type,
 * whatever the other side sends. The cookies of its redirects go back to the hosts that may have them, and are forgotten.
 *
 * @throws FetchRefused it is not public, not there, too slow, too large, or of another type
 */
export async function fetchPublic(address: string, limits: FetchLimits, ports: FetchBy): Promise<Fetched> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal === undefined ? timeout : AbortSignal.any([timeout, limits.signal]);
  const by = { ...ports, cookies: new CookieJar() };
  const asked = new Map<string, number>();
  try {
    let url = address;
    for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
      const next = publicUrl(url);
      const asks = (asked.get(next.host) ?? 0) + 1;
      if (asks > ASKS_OF_A_HOST_MAX) throw new FetchRefused('It leads in a circle.');
      asked.set(next.host, asks);
      const answer = await ask(next, by, signal);
      if (answer instanceof URL) url = answer.href;
      else return { url, ...(await bodyOf(answer, limits, signal)) };
    }
  } catch (error) {
    if (error instanceof FetchRefused) throw error;
    const reason = signal.aborted ? 'It takes too long.' : 'It does not answer.';
    throw new FetchRefused(reason, { cause: error, mayPass: true });
  }
  throw new FetchRefused('It leads on too often.');
}

/** @throws FetchRefused it is no address that may be fetched */
function publicUrl(address: string): URL {
  const url = URL.parse(address);
  if (url === null || !Object.hasOwn(PORTS, url.protocol)) throw new FetchRefused('This is no web address.');
  if (url.port !== '') throw new FetchRefused('Only the usual ports are asked.');
  if (url.username !== '' || url.password !== '') throw new FetchRefused('An address with credentials is not fetched.');
  return url;
}

/** Asks one host. Answers its answer, or the address to which it redirects. */
async function ask(
  url: URL,
  { network, userAgent, cookies }: FetchBy & { readonly cookies: CookieJar },
  signal: AbortSignal,
): Promise<IncomingMessage | URL> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await within(network.resolve(host), signal) : [host];
  const [address] = addresses;
  // One private address among public ones is enough to refuse: the next look-up could give it alone.
  if (address === undefined || !addresses.every(isPublicAddress)) throw new FetchRefused('It is no public address.');
  const port = PORTS[url.protocol] ?? 0;
  const cookie = await cookies.getCookieString(url.href);
  const options = {
    ...{ host, path: url.pathname + url.search, signal, maxHeaderSize: HEADERS_MAX_BYTES },
    headers: {
      Host: url.host,
      'User-Agent': userAgent,
      Accept: 'text/html,application/xhtml+xml,image/*',
      'Accept-Encoding': ENCODINGS,
      ...(cookie !== '' && cookie.length <= COOKIES_MAX_BYTES && { Cookie: cookie }),
    },
    createConnection: () => secured(network.connect(address, port), url, host),
  };
  const answer = await answerOf(options);
  const { statusCode = 0, headers } = answer;
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
    answer.destroy();
    for (const set of headers['set-cookie'] ?? []) await cookies.setCookie(set, url.href, { ignoreError: true });
    const next = URL.parse(headers.location, url);
    if (next === null) throw new FetchRefused('It leads nowhere.');
    return next;
  }
  if (statusCode !== 200) {
    answer.destroy();
    throw new FetchRefused(`It answers ${statusCode}.`, { mayPass: isBadMoment(statusCode) });
  }
  return answer;
}

/** Sends a request. Whatever the other side sends, this settles: a slot of ours waits for it. */
function answerOf(options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(options, resolve);
    let before = 0;
    asked.on('information', () => {
      before += 1;
      if (before > INTERIM_ANSWERS_MAX) asked.destroy(new FetchRefused('It says too much before its answer.'));
    });
    asked.on('error', reject);
    // A switch of protocols that nobody asked for closes the connection with neither an answer nor an error.
    asked.on('close', () => reject(new FetchRefused('It ends without an answer.', { mayPass: true })));
    asked.end();
  });
}

function secured(socket: Socket, { protocol }: URL, host: string): Socket {
  if (protocol === 'http:') return socket;
  // The certificate is checked for the host, which is no name of a server if it is an IP address.
  return connectTls({ socket, host, ...(isIP(host) === 0 && { servername: host }) });
}

/** Reads a body within the limits. */
async function bodyOf(
  answer: IncomingMessage,
  { maxBytes, whenLonger, types, takes }: FetchLimits,
  signal: AbortSignal,
): Promise<Pick<Fetched, 'contentType' | 'bytes'>> {
  const contentType = (answer.headers['content-type'] ?? '').toLowerCase();
  const chunks: Buffer[] = [];
  let size = 0;
  let isJudged = takes === undefined;
  const judge = () => {
    isJudged = true;
    if (takes?.(Buffer.concat(chunks)) === false) throw new FetchRefused('It is of another type.');
  };
  const body = await unpacked(answer, maxBytes, signal);
  const stop = () => body.destroy(new FetchRefused('It takes too long.', { mayPass: true }));
  signal.addEventListener('abort', stop);
  try {
    if (types?.every((type) => !contentType.startsWith(type))) throw new FetchRefused(`It is ${contentType}.`);
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      chunks.push(chunk);
      if (!isJudged && size >= START_BYTES) judge();
      if (size > maxBytes && whenLonger === 'refuse') throw new FetchRefused('It is too large.');
      if (size >= maxBytes) break;
    }
    if (!isJudged) judge();
    return { contentType, bytes: Buffer.concat(chunks).subarray(0, maxBytes) };
  } finally {
    signal.removeEventListener('abort', stop);
    body.destroy();
    answer.destroy();
  }
}
