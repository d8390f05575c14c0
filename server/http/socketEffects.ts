import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { EFFECT_MARK, EFFECT_MAX_CHARACTERS, EFFECT_PROTOCOL } from '#domain/kernel/effectOverSocket.ts';
import { ASKING_PATH } from '#projections/sync/asking.ts';
import type { IsSigned } from './signedBodies.ts';

/** A request that changes something, as the handshake of a WebSocket holds it: its body is JSON, or there is none. */
const effectSchema = z.strictObject({
  method: z.enum(['POST', 'PUT', 'DELETE']),
  body: z.optional(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
});
export type Effect = z.output<typeof effectSchema>;

const OFFERED = 'sec-websocket-protocol';

/** Whether a handshake offers any subprotocol: a mere question offers none. */
export function offersProtocols({ headers }: IncomingMessage): boolean {
  return headers[OFFERED] !== undefined;
}

/** The request in the handshake of a WebSocket; `null`: there is none that may come this way. */
export function effectOf({ headers, url }: IncomingMessage, isSigned: IsSigned): Effect | null {
  const offered = (headers[OFFERED] ?? '').split(/, */);
  const [request = ''] = offered.filter((each) => each.startsWith(EFFECT_MARK));
  if (!offered.includes(EFFECT_PROTOCOL) || request.length > EFFECT_MAX_CHARACTERS) return null;
  const path = url?.replace(/[?#].*$/s, '') ?? '';
  // Who is known by a signature has signed bytes, of which there are none here. A question of a page may be held for long,
  // which ends with its client: an effect does not.
  if (isSigned(path) || path.toLowerCase().startsWith(ASKING_PATH)) return null;
  try {
    const read = effectSchema.safeParse(JSON.parse(decodeURIComponent(request.slice(EFFECT_MARK.length))));
    return read.success ? read.data : null;
  } catch {
    // No JSON, or not even text.
    return null;
  }
}

/** Makes the handshake the request that it holds, for the handlers of HTTP. */
export function becomeEffect(request: IncomingMessage, { method, body }: Effect): void {
  request.method = method;
  // Parsed already: without a length of its own, nothing of it is read from the connection.
  Object.assign(request, { body });
  // It may hold a password, and no handler needs it.
  delete request.headers[OFFERED];
}

/** Lines of the handshake's answer: the subprotocol, and the cookies that the answer sets. */
export function effectLines(cookies: unknown): readonly string[] {
  const all = cookies === undefined ? [] : [cookies].flat();
  return [`Sec-WebSocket-Protocol: ${EFFECT_PROTOCOL}`, ...all.map((cookie) => `Set-Cookie: ${cookie}`)];
}
