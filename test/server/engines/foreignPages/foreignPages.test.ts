import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  AWAY_KEPT_MS,
  createForeignPages,
  FETCHES_AT_ONCE,
  FETCHES_AT_ONCE_PER_USER,
  FETCHES_PER_USER,
  PAGE_KEPT_MS,
  REFUSAL_KEPT_MS,
} from '#server/engines/foreignPages/foreignPages.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { type ForeignPages, PageAway } from '#server/ports/foreignPages.ts';
import { idOf } from '../../support/people.ts';
import { type ForeignSite, foreignSite } from './foreignSite.ts';

const HTML = { 'content-type': 'text/html' };
const PICTURE = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
/** Bytes of a mebibyte. */
const MIB = 2 ** 20;
const never = new AbortController().signal;

let site: ForeignSite;
let pages: ForeignPages & { close(): Promise<void> };
let now: number;
let asked: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const open: ServerResponse[] = [];

beforeAll(async () => {
  site = await foreignSite((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    answer(request, response);
  });
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => site.end());
beforeEach(() => {
  now = Date.parse('2026-03-02T09:00:00.000Z');
  asked = [];
  open.length = 0;
  answer = (_request, response) => response.writeHead(200, HTML).end('<title>A lamp</title>');
  pages = createForeignPages({
    network: site.network,
    userAgent: 'QuadBot/1.0',
    clock: () => new Date(now),
    logger: silentLogger,
  });
});

const read = (url: string, who = 'ada') => pages.read(url, idOf(who), never);
/** Answers stay open until the test ends them. */
const hold = (_request: IncomingMessage, response: ServerResponse) => void open.push(response);
const finish = (response: ServerResponse | undefined) => response?.writeHead(200, HTML).end('<title>A lamp</title>');
async function eventually(holds: () => boolean): Promise<void> {
  for (const until = Date.now() + 5_000; !holds() && Date.now() < until; ) await new Promise((r) => setTimeout(r, 5));
  expect(holds()).toBe(true);
}

/** So many bytes that begin as a PNG. */
const drawing = (size: number) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')], size);

describe('pages of other sites', () => {
  it('come with their picture, and without one that can not be fetched', async () => {
    answer = ({ url }, response) => {
      if (url === '/lamp.jpg') response.writeHead(200, { 'content-type': 'image/jpeg' }).end(PICTURE);
      else if (url === '/')
        response.writeHead(200, HTML).end('<title>Lamp</title><meta property="og:image" content="/lamp.jpg">');
      else
        response.writeHead(200, HTML).end('<title>Desk</title><meta property="og:image" content="http://127.0.0.1/x">');
    };
    expect(await read('http://shop.example/')).toEqual({ title: 'Lamp', site: '', picture: PICTURE });
    expect(await read('http://shop.example/desk')).toEqual({ title: 'Desk', site: '', picture: null });
    expect(asked).toEqual(['shop.example/', 'shop.example/lamp.jpg', 'shop.example/desk']);
  });

  it('are read no further than half a mebibyte, however long they go on', async () => {
    let sent = 0;
    answer = (_request, response) => {
      response.writeHead(200, HTML).write('<title>A lamp</title>');
      const more = (): void => {
        while (!response.destroyed) {
          sent += MIB / 16;
          if (!response.write(Buffer.alloc(MIB / 16, 'x'))) return void response.once('drain', more);
        }
      };
      more();
    };
    expect((await read('http://shop.example/'))?.title).toBe('A lamp');
    // Much lies in the buffers between the two.
    expect(sent).toBeLessThan(16 * MIB);
    answer = (_request, response) => response.writeHead(200, HTML).end(`${'x'.repeat(MIB / 2)}<title>Too late</title>`);
    expect(await read('http://late.example/')).toBeNull();
  });

  it('[SHOP-D3] are HTML, with a picture of a type that a photo may have, of three mebibytes at most', async () => {
    let picture = drawing(3 * MIB);
    let type = 'image/png';
    let page = HTML;
    answer = ({ url }, response) => {
      if (url === '/') response.writeHead(200, page).end('<title>Lamp</title><meta name="og:image" content="/lamp">');
      else response.writeHead(200, { 'content-type': type }).end(picture);
    };
    const sizeFrom = async (host: string) => (await read(`http://${host}.example/`))?.picture?.byteLength;
    expect(await sizeFrom('large')).toBe(3 * MIB);
    picture = drawing(3 * MIB + 1);
    expect(await sizeFrom('larger')).toBeUndefined();
    const begins = { jpeg: '\xff\xd8\xff', gif: 'GIF89a', webp: 'RIFF\0\0\0\0WEBP' };
    for (const [kind, bytes] of Object.entries(begins)) {
      picture = Buffer.from(bytes, 'latin1');
      // The type that the host names is its own affair.
      type = 'application/octet-stream';
      expect([kind, await sizeFrom(kind)]).toEqual([kind, bytes.length]);
    }
    for (const [kind, bytes] of Object.entries({
      svg: '<svg/>',
      html: '<html>',
      nothing: '',
      film: '\0\0\0\x18ftypmp42',
    })) {
      picture = Buffer.from(bytes, 'latin1');
      type = 'image/png';
      expect([kind, await sizeFrom(kind)]).toEqual([kind, undefined]);
    }
    page = { 'content-type': 'text/plain' };
    expect(await read('http://plain.example/')).toBeNull();
  });

  it('have eight seconds, and so has their picture', async () => {
    const given: number[] = [];
    const { timeout } = AbortSignal;
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      given.push(ms);
      return timeout.call(AbortSignal, ms);
    });
    answer = ({ url }, response) => {
      if (url === '/') response.writeHead(200, HTML).end('<title>Lamp</title><meta name="og:image" content="/lamp">');
      else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(PICTURE);
    };
    await read('http://shop.example/');
    expect(given).toEqual([8_000, 8_000]);
  });

  it('are kept up to so many bytes: those that were read long ago are fetched again', async () => {
    answer = ({ url }, response) => {
      if (url === '/') response.writeHead(200, HTML).end('<title>Lamp</title><meta name="og:image" content="/lamp">');
      else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(drawing(3 * MIB));
    };
    for (let n = 0; n < 8; n += 1) await read(`http://shop${n}.example/`, `p${n}`);
    asked = [];
    await read('http://shop7.example/');
    expect(asked).toEqual([]);
    await read('http://shop0.example/');
    expect(asked).toEqual(['shop0.example/', 'shop0.example/lamp']);
  });

  it('are fetched once for a hundred posts, at once or one after the other, and again after an hour', async () => {
    const [first] = await Promise.all(Array.from({ length: 100 }, (_, n) => read('http://shop.example/#top', `p${n}`)));
    expect(first?.title).toBe('A lamp');
    await read('http://shop.example/', 'bob');
    expect(asked).toEqual(['shop.example/']);
    now += PAGE_KEPT_MS;
    await read('http://shop.example/');
    expect(asked).toHaveLength(2);
  });

  it('that are refused are not asked for again for a while; neither are those that do not answer, but shorter', async () => {
    answer = ({ url }, response) => response.writeHead(url === '/busy' ? 503 : 404, HTML).end();
    expect(await read('http://shop.example/none')).toBeNull();
    expect(await read('http://shop.example/none', 'bob')).toBeNull();
    await expect(read('http://shop.example/busy')).rejects.toBeInstanceOf(PageAway);
    await expect(read('http://shop.example/busy')).rejects.toBeInstanceOf(PageAway);
    expect(asked).toHaveLength(2);
    // Too many requests is a bad moment, too, and no refusal.
    answer = (_request, response) => response.writeHead(429, HTML).end();
    await expect(read('http://crowd.example/')).rejects.toBeInstanceOf(PageAway);
    answer = ({ url }, response) => response.writeHead(url === '/busy' ? 503 : 404, HTML).end();
    asked.pop();
    now += AWAY_KEPT_MS;
    await expect(read('http://shop.example/busy')).rejects.toBeInstanceOf(PageAway);
    now += REFUSAL_KEPT_MS;
    await read('http://shop.example/none');
    expect(asked).toHaveLength(4);
  });

  it('are asked of a private address by nobody', async () => {
    for (const url of ['http://127.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/', 'nonsense']) {
      expect(await read(url)).toBeNull();
    }
    expect(site.connections.filter((each) => !each.startsWith('93.'))).toEqual([]);
  });

  it('are asked one at a time of a host, and few at a time of all', async () => {
    answer = hold;
    const same = [read('http://one.example/1'), read('http://one.example/2')];
    const others = ['a', 'b', 'c', 'd', 'e'].map((name) => read(`http://${name}.example/`, 'bob'));
    await eventually(() => open.length === FETCHES_AT_ONCE);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked).toHaveLength(FETCHES_AT_ONCE);
    expect(asked.filter((each) => each.startsWith('one.'))).toHaveLength(1);
    for (let answered = 0; answered < same.length + others.length; answered += 1) {
      await eventually(() => open.length > answered);
      finish(open[answered]);
    }
    expect((await Promise.all([...same, ...others])).every((page) => page?.title === 'A lamp')).toBe(true);
  });

  it('of one user leave a place to others, however many slow ones wait', async () => {
    answer = hold;
    const slow = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => read(`http://${name}.example/`));
    await eventually(() => open.length === FETCHES_AT_ONCE_PER_USER);
    const other = read('http://other.example/', 'bob');
    await eventually(() => asked.includes('other.example/'));
    finish(open[asked.indexOf('other.example/')]);
    expect((await other)?.title).toBe('A lamp');
    for (let answered = 0; answered <= slow.length; answered += 1) {
      await eventually(() => open.length > answered);
      if (open[answered]?.writableEnded === false) finish(open[answered]);
    }
    expect((await Promise.all(slow)).every((page) => page?.title === 'A lamp')).toBe(true);
  });

  it('are a share for each user: one who has spent it gets no more for now, and others do', async () => {
    const links = Array.from({ length: FETCHES_PER_USER.burst + 1 }, (_, n) => `http://shop${n}.example/`);
    const got = await Promise.all(links.map((url) => read(url)));
    expect(got.filter((page) => page === null)).toHaveLength(1);
    expect((await read('http://other.example/', 'bob'))?.title).toBe('A lamp');
    now += 60_000;
    expect((await read('http://another.example/'))?.title).toBe('A lamp');
  });

  it('are given up with the signal of the one who asks, and all with the end of the server', async () => {
    answer = hold;
    const leaving = new AbortController();
    const left = pages.read('http://shop.example/', idOf('ada'), leaving.signal);
    const stays = read('http://shop.example/', 'bob');
    const leftToo = pages.read('http://shop.example/', idOf('cy'), leaving.signal);
    await eventually(() => open.length === 1);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    await expect(leftToo).rejects.toMatchObject({ name: 'AbortError' });
    await pages.close();
    await expect(stays).rejects.toBeInstanceOf(PageAway);
  });
});
