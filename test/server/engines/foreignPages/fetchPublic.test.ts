import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { seededRandom } from '#scripts/demo/random.ts';
import { type FetchBy, type FetchLimits, fetchPublic } from '#server/engines/foreignPages/fetchPublic.ts';
import { isPublicAddress } from '#server/engines/foreignPages/publicAddress.ts';
import type { Network } from '#server/ports/network.ts';
import { type ForeignSite, foreignSite } from './foreignSite.ts';

const LIMITS: FetchLimits = { timeoutMs: 10_000, maxBytes: 10_000, whenLonger: 'refuse', types: ['text/html'] };
const USER_AGENT = 'QuadBot/1.0 (link previews; help@quad.example)';
const HTML = { 'content-type': 'text/html; charset=utf-8' };
/** Bytes that a site of a gigabyte sends at a time. */
const PIECE = Buffer.alloc(64 * 1_024, 'x');

let site: ForeignSite;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
/** Bytes that the site could send before the other end left. */
let sent = 0;

beforeAll(async () => {
  site = await foreignSite((request, response) => answer(request, response));
});
afterAll(() => site.end());
beforeEach(() => {
  site.names.clear();
  (site.connections as string[]).length = 0;
  sent = 0;
});

const by = (network: Network): FetchBy => ({ network, userAgent: USER_AGENT });
const get = (url: string, limits: Partial<FetchLimits> = {}) =>
  fetchPublic(url, { ...LIMITS, ...limits }, by(site.network));

/** Sends pieces until the other end has left, or a gigabyte is sent. */
function sendForever(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, HTML);
  const more = (): void => {
    while (!response.destroyed && sent < 2 ** 30) {
      sent += PIECE.length;
      if (!response.write(PIECE)) return void response.once('drain', more);
    }
  };
  more();
}

describe('public addresses', () => {
  it.each(['8.8.8.8', '93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('%s is one', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ...[
      '127.0.0.1',
      '127.8.8.8',
      '0.0.0.0',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
    ],
    ...['100.64.0.1', '192.0.0.8', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1'],
    ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a00:1', '::127.0.0.1', '::7f00:1', '64:ff9b::10.0.0.1'],
    ...['168.63.129.16', '3fff::1'],
    ...['2002:7f00:1::', '2001:0:7f00:1::', 'fec0::1', 'localhost', '', '127.0.0.1:80'],
  ])('%s is none', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('a fetch of a foreign page', () => {
  it('gets a page at its public address, with no cookie and by its name', async () => {
    const asked: unknown[] = [];
    answer = (request, response) => {
      asked.push([request.url, request.headers.host, request.headers.cookie, request.headers['user-agent']]);
      response.writeHead(200, HTML).end('<title>A page</title>');
    };
    const { bytes, url, contentType } = await get('http://shop.example/lamp?id=1#top');
    expect([bytes.toString(), url, contentType]).toEqual([
      '<title>A page</title>',
      'http://shop.example/lamp?id=1#top',
      'text/html; charset=utf-8',
    ]);
    expect(asked).toEqual([['/lamp?id=1', 'shop.example', undefined, USER_AGENT]]);
    expect(site.connections).toEqual(['93.184.215.14 80']);
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://private.example/',
    'https://private.example/',
    'http://both.example/',
    'http://nowhere.example/',
    'http://shop.example:8080/',
    'https://shop.example:22/',
    'http://user:password@shop.example/',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'data:text/html,hello',
    'shop.example',
  ])('opens no connection for %s', async (url) => {
    site.names.set('private.example', ['10.0.0.1']);
    site.names.set('both.example', ['93.184.215.14', '127.0.0.1']);
    site.names.set('nowhere.example', []);
    await expect(get(url)).rejects.toMatchObject({ name: 'FetchRefused' });
    expect(site.connections).toEqual([]);
  });

  it.each([
    'http://127.0.0.1/',
    'http://private.example/',
    'http://shop.example:8080/',
    'file:///etc/passwd',
    '//[::1]/',
  ])('follows no redirect to %s', async (location) => {
    site.names.set('private.example', ['192.168.0.1']);
    answer = (_request, response) => response.writeHead(302, { location }).end();
    await expect(get('http://shop.example/')).rejects.toMatchObject({ name: 'FetchRefused' });
    expect(site.connections).toEqual(['93.184.215.14 80']);
  });

  it('[SHOP-D3] follows ten redirects, each looked up anew, and no eleventh', async () => {
    answer = ({ url }, response) => {
      const step = Number(url?.slice(1));
      if (step === 0) response.writeHead(200, HTML).end('there');
      else response.writeHead(301, { location: `http://shop${step}.example/${step - 1}` }).end();
    };
    expect(await get('http://shop.example/10')).toMatchObject({ url: 'http://shop1.example/0' });
    expect(site.connections).toHaveLength(11);
    await expect(get('http://shop.example/11')).rejects.toThrow('too often');
  });

  it('asks one host four times for a link, and not once more: a link could have us load a site', async () => {
    answer = ({ url }, response) => response.writeHead(302, { location: `/${url?.length}${url}` }).end();
    await expect(get('http://shop.example/')).rejects.toThrow('in a circle');
    expect(site.connections).toHaveLength(4);
  });

  it('[SHOP-D3] the last of ten redirects is as little trusted as the first', async () => {
    answer = ({ url }, response) => {
      const step = Number(url?.slice(1));
      const location = step === 1 ? 'http://169.254.169.254/' : `http://shop${step}.example/${step - 1}`;
      response.writeHead(302, { location, 'set-cookie': 'id=1; Domain=169.254.169.254' }).end();
    };
    await expect(get('http://shop.example/10')).rejects.toThrow('no public address');
    expect(new Set(site.connections)).toEqual(new Set(['93.184.215.14 80']));
  });

  it('[SHOP-D3] takes the cookies of redirects along, to the hosts that may have them, and forgets them', async () => {
    const asked: unknown[] = [];
    const hops: Readonly<Record<string, readonly [location: string, cookies: readonly string[]]>> = {
      'shop.example/': ['/in', ['id=1', 'lang=en; Path=/other', 'far=1; Domain=else.example', 'all=1; Domain=example']],
      'shop.example/in': [
        'http://www.shop.example/',
        ['wide=2; Domain=shop.example; Path=/', 'safe=1; Secure', 'id=; Max-Age=0'],
      ],
      'www.shop.example/': ['http://else.example/', ['own=3']],
      'else.example/': ['http://shop.example/there', []],
    };
    answer = ({ url, headers }, response) => {
      const place = `${headers.host}${url}`;
      asked.push([place, headers.cookie]);
      const hop = hops[place];
      if (hop === undefined) response.writeHead(200, HTML).end('there');
      else response.writeHead(302, { location: hop[0], 'set-cookie': [...hop[1]] }).end();
    };
    await get('http://shop.example/');
    expect(asked).toEqual([
      ['shop.example/', undefined],
      ['shop.example/in', 'id=1'],
      ['www.shop.example/', 'wide=2'],
      ['else.example/', undefined],
      ['shop.example/there', 'wide=2'],
    ]);
    asked.length = 0;
    await get('http://shop.example/there');
    expect(asked).toEqual([['shop.example/there', undefined]]);
  });

  it('[SHOP-D3] a site with more cookies than we carry gets none of them', async () => {
    let cookie: string | undefined = 'none yet';
    answer = ({ url, headers }, response) => {
      if (url === '/there') cookie = headers.cookie;
      if (url === '/there') return void response.writeHead(200, HTML).end('there');
      response
        .writeHead(302, { location: '/there', 'set-cookie': ['a', 'b', 'c'].map((n) => `${n}=${n.repeat(3_000)}`) })
        .end();
    };
    await get('http://shop.example/');
    expect(cookie).toBeUndefined();
  });

  it('asks the address that it has checked, whatever the name says later', async () => {
    answer = (_request, response) => response.writeHead(200, HTML).end('there');
    const { network } = site;
    let lookUps = 0;
    const rebinding = {
      ...network,
      resolve: async () => {
        lookUps += 1;
        return lookUps === 1 ? ['93.184.215.14'] : ['127.0.0.1'];
      },
    };
    await fetchPublic('http://rebind.example/', LIMITS, by(rebinding));
    expect([lookUps, site.connections]).toEqual([1, ['93.184.215.14 80']]);
  });

  it('ends an answer of a gigabyte at its limit, or keeps its beginning', async () => {
    answer = sendForever;
    await expect(get('http://shop.example/')).rejects.toThrow('too large');
    expect(sent).toBeLessThan(2 ** 26);
    const { bytes } = await get('http://shop.example/', { whenLonger: 'cut' });
    expect(bytes.length).toBe(LIMITS.maxBytes);
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip, br', (body: Buffer) => brotliCompressSync(gzipSync(body))],
    ['identity, GZIP ', gzipSync],
  ] as const)('[SHOP-D3] unpacks %s, and no further than its limit', async (encoding, pack) => {
    let body = pack(Buffer.from('packed'));
    answer = (_request, response) => response.writeHead(200, { ...HTML, 'content-encoding': encoding }).end(body);
    expect((await get('http://shop.example/')).bytes.toString()).toBe('packed');
    body = pack(Buffer.alloc(2 ** 25));
    expect(body.length).toBeLessThan(2 ** 16);
    await expect(get('http://shop.example/')).rejects.toThrow('too large');
  });

  it('[SHOP-D3] says what it unpacks, reads what is cut off, and stops at what is packed to grow between two packings', async () => {
    let accepted: unknown;
    let body = gzipSync(randomBytes(5_000)).subarray(0, 4_000);
    answer = ({ headers }, response) => {
      accepted = headers['accept-encoding'];
      response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(body);
    };
    expect((await get('http://shop.example/')).bytes.length).toBeGreaterThan(3_000);
    expect(accepted).toBe('gzip, deflate, br, zstd');
    // Empty members: much between the packings, nothing after them.
    body = gzipSync(Buffer.concat(Array.from({ length: 2_000 }, () => gzipSync(''))));
    answer = (_request, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'gzip, gzip' }).end(body);
    await expect(get('http://shop.example/')).rejects.toThrow('too large');
    answer = (_request, response) =>
      response.writeHead(200, { ...HTML, 'content-encoding': 'br, br, br, br' }).end('?');
    await expect(get('http://shop.example/')).rejects.toThrow('too often');
    answer = (_request, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'deflate' }).end();
    expect((await get('http://shop.example/')).bytes.length).toBe(0);
  });

  it('[SHOP-D3] judges by the bytes where the type is not asked for', async () => {
    const takes = (start: Uint8Array) => start[0] === 0x89;
    answer = ({ url }, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(url === '/png' ? '\x89PNG' : 'x'.repeat(5_000), 'latin1');
    expect((await get('http://shop.example/png', { types: undefined, takes })).bytes.length).toBe(4);
    await expect(get('http://shop.example/', { types: undefined, takes })).rejects.toThrow('another type');
  });

  it('gives up what is too slow: headers that never come, and a body that never ends', async () => {
    answer = () => undefined;
    await expect(get('http://shop.example/', { timeoutMs: 50 })).rejects.toThrow('too long');
    answer = (_request, response) => void response.writeHead(200, HTML).write('<title>');
    await expect(get('http://shop.example/', { timeoutMs: 200 })).rejects.toThrow('too long');
    const never = { ...site.network, resolve: () => new Promise<never>(() => undefined) };
    await expect(fetchPublic('http://shop.example/', { ...LIMITS, timeoutMs: 50 }, by(never))).rejects.toThrow(
      'too long',
    );
  });

  it.each(['deflate, gzip', 'deflate, br', 'deflate, zstd', 'gzip, deflate, gzip', 'deflate, deflate'])(
    '[SHOP-D3] gives up a body of %s that never begins, and nothing of it is left to end the process',
    async (encoding) => {
      const uncaught: unknown[] = [];
      const note = (error: unknown) => void uncaught.push(error);
      process.on('uncaughtException', note);
      const ended = Promise.withResolvers<void>();
      answer = ({ socket }, response) => {
        socket.once('close', () => ended.resolve());
        response.writeHead(200, { ...HTML, 'content-encoding': encoding }).flushHeaders();
      };
      await expect(get('http://shop.example/', { timeoutMs: 50 })).rejects.toMatchObject({ name: 'FetchRefused' });
      await ended.promise;
      // An error that nobody hears is thrown in a turn of its own.
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      process.off('uncaughtException', note);
      expect(uncaught).toEqual([]);
    },
  );

  it('refuses other types, other packings, errors, cut and oversized answers', async () => {
    const asks = async (reply: typeof answer) => {
      answer = reply;
      await expect(get('http://shop.example/')).rejects.toMatchObject({ name: 'FetchRefused' });
    };
    await asks((_request, response) => response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'));
    await asks((_request, response) => response.writeHead(200).end('no type'));
    await asks((_request, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'zstd' }).end('?'));
    await asks((_request, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end('no gzip'));
    await asks((_request, response) => response.writeHead(404, HTML).end('not here'));
    await asks((_request, response) => response.writeHead(200, { ...HTML, 'x-long': 'x'.repeat(20_000) }).end());
    await asks((_request, response) =>
      response.writeHead(200, { ...HTML, 'content-length': '99' }).write('cut', () => response.destroy()),
    );
    await asks((request) => request.socket.end('no HTTP at all\r\n\r\n'));
    // It speaks no TLS.
    await expect(get('https://shop.example/')).rejects.toMatchObject({ name: 'FetchRefused' });
    expect(site.connections.at(-1)).toBe('93.184.215.14 443');
  });

  it.each([
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    ['an offer to switch', `HTTP/1.1 200 OK\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n`],
    ['interim answers without end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a status of nothing', 'HTTP/1.1 000 \r\n\r\n'],
    ['a redirect to itself', 'HTTP/1.1 302 Found\r\nLocation: \r\n\r\n'],
  ])('settles when it gets %s', async (_what, bytes) => {
    answer = ({ socket }) => socket.write(bytes);
    await expect(get('http://shop.example/', { timeoutMs: 300 })).rejects.toMatchObject({ name: 'FetchRefused' });
  });

  it('settles whatever bytes come', async () => {
    const random = seededRandom(7);
    const under = (n: number) => Math.floor(random() * n);
    const whole =
      'HTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n' +
      'Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n5\r\n<titl\r\n2\r\ne>\r\n0\r\n\r\n';
    for (const status of ['100', '101', '200', '204', '304', '302', '099', '999']) {
      for (let round = 0; round < 8; round += 1) {
        const bytes = Buffer.from(whole.replace('200', status));
        for (let changes = under(4); changes > 0; changes -= 1) bytes[under(bytes.length)] = under(256);
        answer = ({ socket }) => void (round % 2 === 0 ? socket.end(bytes) : socket.write(bytes));
        await get('http://shop.example/', { timeoutMs: 40 }).catch((error: unknown) => {
          expect(error).toMatchObject({ name: 'FetchRefused' });
        });
      }
    }
  });
});
