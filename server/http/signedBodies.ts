import express, { type RequestHandler } from 'express';

/** Path of the messages of the payment provider. */
export const PAYMENT_NOTICES_PATH = '/api/payments/notices';
/** Bytes of a message whose signature is checked. */
const SIGNED_BODY_MAX_BYTES = 256 * 1024;

/**
 * Paths to which another machine sends messages that it has signed. They come from no page of ours and with no cookie that
 * counts: the signature is the right to them. It is over the bytes as they came, so they are not parsed before.
 */
const SIGNED_PATHS: readonly string[] = [PAYMENT_NOTICES_PATH];

/** Whether the sender of such a request is known by a signature: of a path as Express takes it, in any case and with a slash behind it. */
export function isSigned(path: string): boolean {
  return SIGNED_PATHS.includes(path.toLowerCase().replace(/\/$/, ''));
}

/** Keeps such bodies as bytes. */
export function signedBodies(): RequestHandler {
  const read = express.raw({ type: () => true, limit: SIGNED_BODY_MAX_BYTES });
  return (request, response, next) => {
    if (isSigned(request.path)) read(request, response, next);
    else next();
  };
}
