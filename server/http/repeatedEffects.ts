import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { RecentMap } from '../kernel/recentMap.ts';

/** Milliseconds for which the answer to a handshake is kept, which may hold a session: a proxy repeats one at once, or not at all. */
export const REPEATS_KNOWN_MS = 60_000;
/** Answers that are kept. */
const ANSWERS_KEPT = 500;
/** Bytes of an answer that is kept; a larger one is given once. */
const KEPT_MAX_BYTES = 16 * 1024;

/** Gives the answer to all who wait for it; `null`: there is none. */
export type Note = (answer: Buffer | null) => void;

/** Handshakes that change something, with their answers. */
export interface RepeatedEffects {
  /**
   * Looks whether a handshake came before, by all that says what is done, for whom, and from where.
   *
   * @param address of the client's network: the answer is for nobody elsewhere
   * @returns its answer, which may still be made; or where to note that of a new one
   */
  look(
    request: IncomingMessage,
    address: string,
  ): { readonly before: Promise<Buffer | null> } | { readonly note: Note };
}

/**
 * Remembers handshakes that change something, and their answers, for a minute: a proxy that has lost its connection to this
 * process may send one again, since for it each is a mere `GET`. A browser draws another key (RFC 6455 §4.1) for each socket,
 * so that somebody who does the same twice is no repeat.
 */
export function createRepeatedEffects(): RepeatedEffects {
  const known = new RecentMap<string, Promise<Buffer | null>>(ANSWERS_KEPT);
  return {
    look(request, address) {
      const key = digestOf(request, address);
      const before = known.get(key);
      if (before !== undefined) return { before };
      const { promise, resolve } = Promise.withResolvers<Buffer | null>();
      known.set(key, promise);
      setTimeout(() => known.delete(key), REPEATS_KNOWN_MS).unref();
      return { note: (answer) => resolve(answer !== null && answer.byteLength > KEPT_MAX_BYTES ? null : answer) };
    },
  };
}

/** It holds all that says what is done, for whom, and from where. */
function digestOf({ url, headers }: IncomingMessage, address: string): string {
  const { host, origin, cookie } = headers;
  const said = [address, url, host, origin, cookie, headers['sec-websocket-protocol'], headers['sec-websocket-key']];
  return createHash('sha256').update(JSON.stringify(said)).digest('base64');
}
