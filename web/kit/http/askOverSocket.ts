import { EFFECT_MARK, EFFECT_MAX_CHARACTERS, EFFECT_PROTOCOL } from '#domain/kernel/effectOverSocket.ts';

/** A request that changes something: its method, and the words that say so. */
export interface Effect {
  readonly method: string;
  readonly body: unknown;
}

/** Asks over a socket; tests and programs pass their own. */
export type AskOverSocket = (
  path: string,
  signal: AbortSignal,
  heard: () => void,
  effect?: Effect,
) => Promise<Response>;

/**
 * Asks the site a question (`GET /api/…`) over a WebSocket of its own (`server/http/socketQuestions.ts`): it is always another
 * connection than those that the browser keeps, which a page can't close where it is one of HTTP/2. The rights are the
 * same, by the session's cookies. An `effect` goes with the handshake, whose answer sets cookies as any other; one that is too
 * long for that goes no other way.
 *
 * @param heard called when the server is there
 * @returns the answer with its status and its text alone; rejects where none comes
 */
export const askOverSocket: AskOverSocket = (path, signal, heard, effect) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const protocols = effect === undefined ? [] : [EFFECT_PROTOCOL, EFFECT_MARK + asToken(effect)];
    if (protocols.some(({ length }) => length > EFFECT_MAX_CHARACTERS)) throw new Error('Too long for a handshake.');
    const socket = new WebSocket(socketAddress(path), protocols);
    const leave = () => {
      socket.close();
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    socket.addEventListener('open', heard);
    socket.onmessage = ({ data }) => {
      const [, status = '', text = ''] = /^(\d{3}) (.*)$/s.exec(String(data)) ?? [];
      // With some statuses browsers refuse to be given a text, also an empty one.
      const body = text === '' ? null : text;
      if (status === '') reject(new Error('An answer of somebody else.'));
      else resolve(new Response(body, { status: Number(status) }));
    };
    socket.addEventListener('close', () => {
      signal.removeEventListener('abort', leave);
      reject(new Error('No answer came over a socket of its own.'));
    });
  });

/** The address of a WebSocket to a path of this site. */
export function socketAddress(path: string): string {
  return `${location.protocol.replace('http', 'ws')}//${location.host}${path}`;
}

/** As the name of a subprotocol, which may hold no brackets. */
export const asToken = (request: unknown) =>
  encodeURIComponent(JSON.stringify(request)).replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'));
