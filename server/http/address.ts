import type { IncomingHttpHeaders } from 'node:http';

/**
 * The network address of a browser. Each proxy appends the address that it saw to `X-Forwarded-For`; only what our own
 * proxies appended is believed, the rest comes from the sender.
 *
 * @param trustedProxies proxies of ours between the browser and us
 */
export function clientAddress(headers: IncomingHttpHeaders, peerAddress: string, trustedProxies: number): string {
  if (trustedProxies === 0) return peerAddress;
  const header = headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((hop) => hop.trim());
  return hops.at(-trustedProxies) || peerAddress;
}
