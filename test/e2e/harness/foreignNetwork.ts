import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Loaded before a server: every name in `.example` has a public address, and connections to that lead to the test's own
 * site at FOREIGN_SITE_PORT. Addresses are checked as in production.
 */
const SITE_ADDRESS = '93.184.215.14';
const port = Number(process.env.FOREIGN_SITE_PORT);
const { lookup } = dns;
const { connect } = net;

const found = async (host: string, options: object) =>
  host.endsWith('.example') ? [{ address: SITE_ADDRESS, family: 4 }] : lookup(host, options);
const led = (...wanted: readonly [net.NetConnectOpts, ...unknown[]]) => {
  const [to, ...more] = wanted;
  const isForeign = typeof to === 'object' && 'host' in to && to.host === SITE_ADDRESS;
  return (connect as (...to: readonly unknown[]) => net.Socket)(isForeign ? { host: '127.0.0.1', port } : to, ...more);
};
Object.assign(dns, { lookup: found });
Object.assign(net, { connect: led });
syncBuiltinESMExports();
