import ipaddr from 'ipaddr.js';

/** All public IPv6 addresses (RFC 4291 §2.4): an address outside stands for another one, or is local in some way. */
const PUBLIC_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** Documentation (RFC 9637), which the library counts as ordinary. */
const DOCUMENTATION: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('3fff::'), 20];
/** So it does those: benchmarks (RFC 2544), and the address at which Azure answers its own machines about themselves. */
const BENCHMARKS: [ipaddr.IPv4, number] = [ipaddr.IPv4.parse('198.18.0.0'), 15];
const AZURE: [ipaddr.IPv4, number] = [ipaddr.IPv4.parse('168.63.129.16'), 32];

/**
 * Whether an IP address belongs to the public network. Everything that the registries of special addresses name is none
 * (loopback, private, link-local, carrier NAT, multicast, documentation, …); an address that stands for an IPv4 address
 * (IPv4-mapped, NAT64, 6to4, Teredo) is none either, because a gateway could lead it to a private one.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(PUBLIC_IPV6) && !parsed.match(DOCUMENTATION);
  return !parsed.match(BENCHMARKS) && !parsed.match(AZURE);
}
