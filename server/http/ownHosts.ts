import type { Config } from '../config.ts';
import { lanAddresses } from './origins.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Makes the rule of which `Host` headers name this machine: those of the loopback, and with `--lan` its addresses in
 * the local network, so that a phone can be signed up. Any other name may be a page of the internet whose name was
 * pointed at us (DNS rebinding): to the browser our answers would be that page's own.
 */
export function createOwnHosts({ lan }: Pick<Config, 'lan'>): (host: string | undefined) => boolean {
  const names = new Set([...LOOPBACK, ...(lan ? lanAddresses() : [])]);
  return (host) => {
    if (host === undefined || !URL.canParse(`http://${host}`)) return false;
    const { hostname } = new URL(`http://${host}`);
    return names.has(hostname) || hostname.endsWith('.localhost');
  };
}
