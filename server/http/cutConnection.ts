import type { IncomingMessage } from 'node:http';

/** How a stream ends when its other end is gone. */
const CUT_CODES = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ECONNABORTED',
]);

/**
 * Whether an error says no more than that the browser went away: it closed the page, scrolled on, or lost its network.
 * That is nobody's fault. An error of another kind stays one, also when the browser is gone.
 */
export function isCut(error: unknown, { socket, destroyed }: Pick<IncomingMessage, 'socket' | 'destroyed'>): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && CUT_CODES.has(code) && (destroyed || socket.destroyed);
}
