/**
 * A request that changes something, as the subprotocols of a WebSocket's handshake (`web/kit/http/askOverSocket.ts`,
 * `server/http/socketEffects.ts`). Only a handshake's answer can set cookies, so all of the request stands in it. It is in no
 * address, since proxies log those.
 */

/** The subprotocol that the server chooses. */
export const EFFECT_PROTOCOL = 'quad.effect';
/** Before the request in the other subprotocol. */
export const EFFECT_MARK = 'quad.effect.';
/** Characters of that at most: proxies take 8 KB for a line. */
export const EFFECT_MAX_CHARACTERS = 6_000;
