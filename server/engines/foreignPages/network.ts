import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import type { Network } from '../../ports/network.ts';

/** The network of this machine. */
export const network: Network = {
  async resolve(host) {
    // Many machines have no way to the addresses of IPv6 that they find.
    return (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address);
  },
  connect: (host, port) => connect({ host, port }),
};
