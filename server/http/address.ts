import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Parts of an IPv6 address, 16 bits each, that name a network (/64): one host usually has all addresses of it. */
const IPV6_NETWORK_PARTS = 4;
/** `[2001:db8::1]:443` and `[2001:db8::1]`. */
const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
/** `203.0.113.9:443`; a text with more colons is an IPv6 address. */
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;
/** Longest address with zone, brackets and port; longer ones are ignored. */
const HOP_MAX_CHARACTERS = 80;

/**
 * The network address of a browser, as all limits count it: an IPv4 address, or the network (/64) of an IPv6 address.
 * Each proxy appends its peer's address to `X-Forwarded-For`. Only entries of our own proxies are trusted; the sender
 * may have made up the others. An entry that is no address is skipped for the one that the next proxy appended.
 *
 * @param peerAddress other end of the connection
 * @param trustedProxies proxies of ours between the browser and us
 */
export function clientAddress(headers: IncomingHttpHeaders, peerAddress: string, trustedProxies: number): string {
  const header = headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  for (let back = trustedProxies; back > 0; back -= 1) {
    const network = networkOf(hops.at(-back) ?? '');
    if (network !== null) return network;
  }
  return networkOf(peerAddress) ?? peerAddress;
}

/** The text under which an IP address is counted; `null`: it is none. */
function networkOf(hop: string): string | null {
  const text = hop.trim();
  if (text.length > HOP_MAX_CHARACTERS) return null;
  const bare = BRACKETED.exec(text)?.[1] ?? IPV4_WITH_PORT.exec(text)?.[1] ?? text;
  // The library also reads old forms of IPv4, as 0x7f.1 or 127.1: the proxies of today write none of them.
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return null;
  // IPv4 that is mapped into IPv6 is IPv4.
  const address = ipaddr.process(bare);
  if (address.kind() === 'ipv4') return address.toString();
  const network = (address as ipaddr.IPv6).parts.slice(0, IPV6_NETWORK_PARTS);
  return `${new ipaddr.IPv6([...network, 0, 0, 0, 0]).toString()}/64`;
}
