import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Loaded before a server: every name in `.example` has a public address, and connections to that lead to the test's own
 * site at FOREIGN_SITE_PORT. Addresses are checked as in production.
 */
const SITE_ADDRESS = '93.184.215.14';
const port = Number(process.env.FOREIGN_SITE_PORT);
const { connect } = net;

type LookUp = (host: string) => Promise<readonly string[]>;
for (const [name, addresses] of [
  ['resolve4', [SITE_ADDRESS]],
  ['resolve6', []],
] as const) {
  const lookUp = dns.Resolver.prototype[name] as LookUp;
  const found: LookUp = async function (this: dns.Resolver, host) {
    return host.endsWith('.example') ? addresses : lookUp.call(this, host);
  };
  Object.assign(dns.Resolver.prototype, { [name]: found });
}

const led = (...wanted: readonly [net.NetConnectOpts, ...unknown[]]) => {
  const [to, ...more] = wanted;
  const isForeign = typeof to === 'object' && 'host' in to && to.host === SITE_ADDRESS;
  return (connect as (...to: readonly unknown[]) => net.Socket)(isForeign ? { host: '127.0.0.1', port } : to, ...more);
};
Object.assign(net, { connect: led });
syncBuiltinESMExports();
