import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Addresses of this machine in its local networks (IPv4). */
export function lanAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

/**
 * Makes the rule that decides which host names are this machine's: those of the loopback, and with `--lan` its
 * addresses in the local network, for phones. Any other name may belong to a foreign page that resolves to this machine
 * (DNS rebinding), which could then read our answers.
 */
export function createOwnNames({ lan }: Pick<Config, 'lan'>): (hostname: string) => boolean {
  const names = new Set([...LOOPBACK, ...(lan ? lanAddresses() : [])]);
  return (hostname) => names.has(hostname) || hostname.endsWith('.localhost');
}

/** The same for `Host` headers. */
export function createOwnHosts(config: Pick<Config, 'lan'>): (host: string | undefined) => boolean {
  const isOwnName = createOwnNames(config);
  return (host) => {
    const address = `http://${host}`;
    return host !== undefined && URL.canParse(address) && isOwnName(new URL(address).hostname);
  };
}

/**
 * Makes the rule of which other ends of a connection are this machine, and with `--lan` its network. A `Host` header is
 * what the sender writes: where the server listens on every address (`HOST`), anybody may write `localhost`.
 */
export function createOwnPeers({ lan }: Pick<Config, 'lan'>): (address: string | undefined) => boolean {
  return (address) =>
    lan || (address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback');
}
