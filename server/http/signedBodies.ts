import express, { type RequestHandler } from 'express';

/** Bytes of a message whose signature is checked. */
const SIGNED_BODY_MAX_BYTES = 256 * 1024;

/** Whether the sender of a request is known by a signature: of a path as Express takes it, in any case and with a slash behind it. */
export type IsSigned = (path: string) => boolean;

/**
 * Makes the rule of the paths to which another machine sends messages that it has signed. They come from no page of ours and
 * with no cookie that counts: the signature is the right to them.
 *
 * @param paths exact paths, in small letters
 */
export function createIsSigned(paths: readonly string[]): IsSigned {
  const all = new Set(paths);
  return (path) => all.has(path.toLowerCase().replace(/\/$/, ''));
}

/** Keeps such bodies as bytes: a signature is over them as they came, so they are not parsed before. */
export function signedBodies(isSigned: IsSigned): RequestHandler {
  const read = express.raw({ type: () => true, limit: SIGNED_BODY_MAX_BYTES });
  return (request, response, next) => {
    if (isSigned(request.path)) read(request, response, next);
    else next();
  };
}
