import { Resolver } from 'node:dns/promises';
import { connect } from 'node:net';
import type { Network } from '../../ports/network.ts';

/** Milliseconds for which a name server is waited for; twice as many at its second try. */
const LOOK_UP_TIMEOUT_MS = 1_500;
const LOOK_UP_TRIES = 2;

/**
 * The network of this machine. Names are asked of its name servers over sockets. `dns.lookup` would wait in one of the few
 * threads that read files and compute passwords, too: a name whose server never answers would hold it for half a minute.
 * Names that only this machine knows (`/etc/hosts`, search domains) are none of the public network.
 *
 * @param servers name servers as `address:port`; default: those of this machine
 */
export function createNetwork(servers?: readonly string[]): Network {
  const resolver = new Resolver({ timeout: LOOK_UP_TIMEOUT_MS, tries: LOOK_UP_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return {
    async resolve(host) {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      // Many machines have no way to the addresses of IPv6 that they find: those of IPv4 come first.
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const [first] = answers;
      if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
      return addresses;
    },
    connect: (host, port) => connect({ host, port }),
  };
}
