import ipaddr from 'ipaddr.js';

/** Bits that name a network: where it is known at all, it is known of these. */
const IPV4_BITS = 24;
const IPV6_BITS = 48;

/**
 * The first address of a public network, by which it is looked up and kept: the service learns the network only, and a
 * network is asked about once. `null`: the address is not public, so nobody knows where it is.
 *
 * @param client network address as `clientAddress` says it: IPv4, or `<IPv6>/64`
 */
export function publicNetwork(client: string): string | null {
  const [text = ''] = client.split('/');
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return null;
  const bytes = address.toByteArray();
  const kept = (address.kind() === 'ipv4' ? IPV4_BITS : IPV6_BITS) / 8;
  return ipaddr.fromByteArray(bytes.map((byte, index) => (index < kept ? byte : 0))).toString();
}
