/**
 * A request with a part of a file, over a WebSocket of its own (`web/kit/http/sendOverSocket.ts`,
 * `server/http/socketUploads.ts`). The handshake holds its method and headers as a subprotocol. The bytes follow in messages
 * of one size, each of which is answered with the number of bytes that are there; the last message is the answer.
 */

/** The subprotocol that the server chooses. */
export const UPLOAD_PROTOCOL = 'quad.upload';
/** Before the method and the headers in the other subprotocol. */
export const UPLOAD_MARK = 'quad.upload.';
/** Bytes of each message but the last: a slow connection carries one within seconds. */
export const UPLOAD_MESSAGE_BYTES = 8 * 1024;
/** Bytes of one such request at most: those of a piece. */
export const UPLOAD_REQUEST_MAX_BYTES = 512 * 1024;
