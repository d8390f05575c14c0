import type { WireInput } from '../input.ts';
import type { Source } from '../source.ts';
import { PATHS } from './http.ts';

/** Requests of a pipeline: fewer than the product lets one connection ask ahead. */
const REQUESTS_MAX = 6;
const METHODS = ['GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'QUERY'];
const BODIES = ['{}', '{"x":1}', '', '[', 'x'.repeat(2_000)];
/** The one that HTTP knows, and one that nobody does. */
const EXPECTATIONS = ['100-continue', '100-continue', '100-continue', 'cake'];

/**
 * Valid requests in one write, none waiting for the answer to the one before: the answers have to come in order, each
 * whole. Some ask whether to send their body, and send it at once.
 */
export function pipelineInput(source: Source, common: Pick<WireInput, 'member' | 'address'>): WireInput {
  const count = source.int(2, REQUESTS_MAX);
  const asks = Array.from({ length: count }, () => source.pick(METHODS));
  const requests = asks.map((method, index) => request(source, method, common.address, index === count - 1));
  const piece = Buffer.from(requests.join(''), 'latin1').toString('base64');
  return { via: 'wire', upgrade: false, pieces: [piece], asks, ...common };
}

function request(source: Source, method: string, address: string, isLast: boolean): string {
  // The engine's own door answers by ending the connection.
  const path = source.pick(PATHS.filter((each) => !each.startsWith('/socket.io/')));
  const body = method === 'GET' || method === 'HEAD' ? null : source.pick(BODIES);
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: ou.localhost',
    `X-Forwarded-For: ${address}`,
    ...(body === null ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
    ...(source.chance(50) ? [`Expect: ${source.pick(EXPECTATIONS)}`] : []),
    ...(isLast ? ['Connection: close'] : []),
    `\r\n${body ?? ''}`,
  ].join('\r\n');
}
