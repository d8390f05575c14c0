import { isIP, isIPv6 } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import { experimental } from '@grpc/grpc-js';
import ipaddr from 'ipaddr.js';

/** Scheme of the targets of servers that are named by an IP address and asked by TLS. */
const SCHEME = 'numeric';
/** Ends of the names that stand for IP addresses in the handshake; nothing else can have them (RFC 6761 §6.4). */
const IPV4_NAME = '.ipv4.invalid';
const IPV6_NAME = '.ipv6.invalid';
/** Host and port of a target; a host of IPv6 may stand without brackets, as gossip names it. */
const HOST_AND_PORT = /^(?<host>.+):(?<port>\d+)$/;

type Target = Parameters<typeof experimental.createResolver>[0];

/**
 * The name of a server in TLS may be no IP address (RFC 6066 §3), and Node refuses one. The client takes it from the target,
 * so an address gets a target of its own, whose name stands for it; `checkNumericIdentity` knows it again.
 */
class NumericResolver implements experimental.Resolver {
  readonly #ofAddress: experimental.Resolver;
  constructor(...[target, listener, options]: Parameters<typeof experimental.createResolver>) {
    const scheme = isIPv6(hostOf(target.path)) ? 'ipv6' : 'ipv4';
    this.#ofAddress = experimental.createResolver({ ...target, scheme }, listener, options);
  }

  static getDefaultAuthority({ path }: Target): string {
    return nameOf(hostOf(path));
  }

  updateResolution(): void {
    this.#ofAddress.updateResolution();
  }

  destroy(): void {
    this.#ofAddress.destroy();
  }
}

experimental.registerResolver(SCHEME, NumericResolver);

/** A host as it stands in a target before the port. */
export function hostOfTarget(host: string, isTls: boolean): string {
  if (isIP(host) === 0) return host;
  const written = isIPv6(host) ? `[${host}]` : host;
  return isTls ? `${SCHEME}:${written}` : written;
}

/** The target for one that the client made of host and port, as they were given or as gossip names them. */
export function targetOf(made: string, isTls: boolean): string {
  if (made.startsWith(`${SCHEME}:`)) return made;
  const { host, port } = HOST_AND_PORT.exec(made)?.groups ?? {};
  if (host === undefined || port === undefined) return made;
  return `${hostOfTarget(host.replace(/^\[|\]$/g, ''), isTls)}:${port}`;
}

/** Checks a certificate as Node does: for an IP address by its IP entries. */
export const checkNumericIdentity: typeof checkServerIdentity = (name, certificate) =>
  checkServerIdentity(addressOf(name) ?? name, certificate);

function hostOf(path: string): string {
  return (HOST_AND_PORT.exec(path)?.groups?.host ?? path).replace(/^\[|\]$/g, '');
}

function nameOf(address: string): string {
  if (!isIPv6(address)) return address.replaceAll('.', '-') + IPV4_NAME;
  return ipaddr.parse(address).toNormalizedString().replaceAll(':', '-') + IPV6_NAME;
}

function addressOf(name: string): string | null {
  if (name.endsWith(IPV4_NAME)) return name.slice(0, -IPV4_NAME.length).replaceAll('-', '.');
  return name.endsWith(IPV6_NAME) ? name.slice(0, -IPV6_NAME.length).replaceAll('-', ':') : null;
}
