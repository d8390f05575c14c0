import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createNetwork } from '#server/engines/foreignPages/network.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A name server (RFC 1035); a type without an address gets an empty answer, and `null` gets none at all. */
async function nameServer(answers: { readonly a: string; readonly aaaa: Buffer | null } | null) {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  ends.push(() => socket.close());
  socket.on('message', (query, { port, address }) => {
    const type = query.readUInt16BE(query.length - 4);
    const name = query.subarray(12, query.length - 4);
    asked.push(`${name.toString('latin1').replace(/[^a-z]+/g, '.')} ${type}`);
    if (answers === null) return;
    const data = type === 1 ? Buffer.from(answers.a.split('.').map(Number)) : answers.aaaa;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(data === null ? 0 : 1, 6);
    head.writeUInt32BE(0, 8);
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data?.length ?? 0, ...(data ?? [])]);
    socket.send(Buffer.concat([head, query.subarray(12), data === null ? Buffer.alloc(0) : record]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { asked, network: createNetwork([`127.0.0.1:${socket.address().port}`]) };
}

describe('names of foreign sites', () => {
  it('are asked of the name servers for both kinds of addresses, those of IPv4 first', async () => {
    const six = Buffer.from('26062800022000010248189325c81946', 'hex');
    const { asked, network } = await nameServer({ a: '93.184.215.14', aaaa: six });
    expect(await network.resolve('shop.example')).toEqual(['93.184.215.14', '2606:2800:220:1:248:1893:25c8:1946']);
    expect(asked.sort()).toEqual(['.shop.example. 1', '.shop.example. 28']);
  });

  it('may have addresses of one kind alone', async () => {
    const { network } = await nameServer({ a: '93.184.215.14', aaaa: null });
    expect(await network.resolve('shop.example')).toEqual(['93.184.215.14']);
  });

  it('are not those that this machine alone knows, and have no address when nobody answers', async () => {
    const { asked, network } = await nameServer(null);
    await expect(network.resolve('localhost.example')).rejects.toThrow();
    expect(asked.length).toBeGreaterThan(0);
  });
});
