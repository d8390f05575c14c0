import type { IncomingMessage } from 'node:http';

/** Error codes of a stream whose other end is gone. */
const CUT_CODES = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ECONNABORTED',
]);

/**
 * Whether an error means only that the browser has left: it closed the page, scrolled on, or lost its network. Other
 * errors stay errors, even if the browser has left.
 */
export function isCut(error: unknown, { socket, destroyed }: Pick<IncomingMessage, 'socket' | 'destroyed'>): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && CUT_CODES.has(code) && (destroyed || socket.destroyed);
}
