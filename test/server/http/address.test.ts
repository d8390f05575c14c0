import { describe, expect, it } from '@jest/globals';
import { clientAddress } from '#server/http/address.ts';

const PEER = '198.51.100.1';
const of = (forwarded: string | undefined, proxies: number, peer = PEER) =>
  clientAddress(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }, peer, proxies);

describe('the network address', () => {
  it('is the other end of the connection where no proxy is trusted', () => {
    expect(of('203.0.113.9', 0)).toBe(PEER);
    expect(of(undefined, 1)).toBe(PEER);
  });

  it('is the hop that our own proxies appended, whatever the sender wrote before it', () => {
    expect(of('1.1.1.1, 203.0.113.9', 1)).toBe('203.0.113.9');
    expect(of('1.1.1.1, 203.0.113.9, 10.0.0.2', 2)).toBe('203.0.113.9');
  });

  it.each([
    ['203.0.113.9:4711', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['[2001:DB8:1:2::9]', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
  ])('reads %s as %s', (hop, network) => {
    expect(of(hop, 1)).toBe(network);
    expect(of(undefined, 0, hop)).toBe(network);
  });

  it('is one for all addresses that a host of a network may take (IPv6)', () => {
    expect(of('2001:db8:1:2:aaaa::1', 1)).toBe(of('2001:db8:1:2:bbbb::2', 1));
    expect(of('2001:db8:1:3::1', 1)).not.toBe(of('2001:db8:1:2::1', 1));
  });

  it.each(['unknown', '', '_hidden', '999.1.1.1', '127.1', '0x7f.1', '1.2.3.4.5', 'a'.repeat(5_000), '[::1', 'x:y'])(
    'passes over %j for what the next proxy appended, or the other end',
    (garbage) => {
      expect(of(`${garbage}, 10.0.0.2`, 2)).toBe('10.0.0.2');
      expect(of(garbage, 1)).toBe(PEER);
    },
  );
});
