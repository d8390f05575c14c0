import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { openTypesenseSearchIndex } from '#server/engines/typesense/searchIndex.ts';
import type { SearchIndex } from '#server/ports/searchIndex.ts';
import { hitsOf, liveBuild, THINGS, thing } from '#test/contract/searchIndexSamples.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startTypesense, type TypesenseServer } from '#test/doubles/typesense/startTypesense.ts';
import { createLogBuilder, creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { searchRig } from '#test/server/searchIndex/searchRig.ts';

async function messageOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Unavailable);
  return (error as Error).message;
}

/** An address before a server; its requests go through `handle`, which answers `null` to break a connection off. */
async function relayTo(
  { url: address }: TypesenseServer,
  handle: (path: string, pass: () => Promise<Response | null>) => Promise<Response | null>,
) {
  const relay = createServer(async (request, response) => {
    const { url = '', method = 'GET' } = request;
    const body = Buffer.concat(await request.toArray());
    const headers = { 'x-typesense-api-key': String(request.headers['x-typesense-api-key']) };
    const pass = () => fetch(address + url, { method, headers, ...(body.length > 0 && { body }) }).catch(() => null);
    const answer = await handle(url.split('?')[0] ?? '', pass);
    const text = await answer?.text().catch(() => null);
    if (answer === null || text == null) return void response.destroy();
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' }).end(text);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      relay.closeAllConnections();
      relay.close();
    },
  };
}

describeOn('a connection to Typesense', await startTypesense({ stoppable: true, hasFolder: true }), (server) => {
  let index: SearchIndex;
  beforeAll(() => {
    index = openTypesenseSearchIndex(server, 'connection');
  });
  afterAll(async () => {
    await index.close();
    await server.dispose();
  });

  it('names engine, address and variable when the key is wrong, and never the key', async () => {
    const other = openTypesenseSearchIndex({ ...server, apiKey: 'a-wrong-key' });
    const message = await messageOf(other.check());
    expect(message).toBe(`Typesense at ${server.url} refuses the key. Change TYPESENSE_API_KEY.`);
  });

  it('names engine, address and variable when nobody listens there', async () => {
    const nobody = openTypesenseSearchIndex({ url: 'http://127.0.0.1:9', apiKey: 'key' });
    const message = await messageOf(nobody.check());
    expect(message).toMatch(/^Typesense at http:\/\/127\.0\.0\.1:9 does not answer \(ECONNREFUSED\).*TYPESENSE_URL/);
  });

  it('refuses a server that is too old, by its version', async () => {
    const old = createServer((_request, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ state: 1, version: '0.19.0' }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => old.once('listening', resolve));
    const { port } = old.address() as { port: number };
    const url = `http://127.0.0.1:${port}`;
    expect(await messageOf(openTypesenseSearchIndex({ url, apiKey: 'key' }).check())).toBe(
      `Typesense at ${url} is 0.19.0: Quad needs 0.24 or newer. Change TYPESENSE_URL.`,
    );
    old.closeAllConnections();
    old.close();
  });

  it('has everything after the server was stopped, and after it was killed; meanwhile it is Unavailable', async () => {
    const build = await liveBuild(index, THINGS, [thing('a', 'red bike')]);
    for (const end of ['stop', 'kill'] as const) {
      await index.write(build, { put: [thing(end, `bike that came before the ${end}`)], remove: [] });
      await server[end]();
      expect(await messageOf(index.write(build, { put: [thing('x', 'a lamp')], remove: [] }))).toContain(server.url);
      await server.restart();
      expect(await hitsOf(index, THINGS, `before ${end}`)).toEqual([end]);
    }
    expect(await hitsOf(index, THINGS, 'lamp')).toEqual([]);
  });

  it('finds what is live when a build takes the place of another between two requests of a search', async () => {
    await liveBuild(index, THINGS, [thing('old', 'red bike')]);
    let swap: (() => Promise<unknown>) | null = () => liveBuild(index, THINGS, [thing('new', 'red bike')]);
    await using relay = await relayTo(server, async (path, pass) => {
      const answer = await pass();
      const swapOnce = path.startsWith('/aliases/') ? swap : null;
      if (swapOnce !== null) swap = null;
      await swapOnce?.();
      return answer;
    });
    const reader = openTypesenseSearchIndex({ ...server, url: relay.url }, 'connection');
    expect(await hitsOf(reader, THINGS, 'bike')).toEqual(['new']);
    expect(swap).toBeNull();
    await reader.close();
  });

  it('asks once for each search, and finds what is live after a build has taken the place of another', async () => {
    await liveBuild(index, THINGS, [thing('old', 'red bike')]);
    const asked: string[] = [];
    await using relay = await relayTo(server, (path, pass) => {
      asked.push(path);
      return pass();
    });
    const reader = openTypesenseSearchIndex({ ...server, url: relay.url }, 'connection');
    expect(await hitsOf(reader, THINGS, 'bike')).toEqual(['old']);
    asked.length = 0;
    expect(await hitsOf(reader, THINGS, 'bike')).toEqual(['old']);
    expect(asked).toEqual([`/collections/connection_${THINGS.name}/documents/search`]);
    await liveBuild(index, { ...THINGS, texts: ['other', ...THINGS.texts] }, [thing('new', 'red bike')]);
    expect(await hitsOf(reader, THINGS, 'bike')).toEqual(['new']);
    await reader.close();
  });

  it('has the whole of an import in whose middle it vanished, once that is written again', async () => {
    const build = await liveBuild(index, THINGS, []);
    const put = Array.from({ length: 500 }, (_, n) => thing(`k${n}`, `bike ${n}`));
    let isAway = false;
    await using relay = await relayTo(server, async (path, pass) => {
      if (!path.endsWith('/documents/import') || isAway) return pass();
      // The server gets the whole import, and ends before it answers.
      isAway = true;
      const answer = pass();
      await server.kill();
      await answer;
      return null;
    });
    const writer = openTypesenseSearchIndex({ ...server, url: relay.url }, 'connection');
    const message = await messageOf(writer.write(build, { put, remove: [] }));
    expect(isAway).toBe(true);
    expect(message).toContain(`Typesense at ${relay.url} does not answer`);
    expect(message).toContain('TYPESENSE_URL');
    await server.restart();
    expect(await writer.write(build, { put, remove: [] })).toEqual([]);
    for (const word of ['0', '499']) expect(await hitsOf(writer, THINGS, word)).toEqual([`k${word}`]);
    await writer.close();
  });

  it('[SRCH-19 in part] loses nothing when the server is killed in the middle of a build: the projector goes on', async () => {
    const log = createLogBuilder();
    const rig = await searchRig(openTypesenseSearchIndex(server, 'vanishing'));
    const posts = Array.from({ length: 350 }, (_, n) => creation(topLevel(`p${n}`, 'ann'), `bike ${n}`));
    await rig.happen([
      log.add('UserRegistered', registration('ann')),
      ...posts.map((post) => log.add('PostCreated', post)),
    ]);
    let scans = 0;
    const follower = rig.follower(undefined, {
      async scan(...part) {
        scans += 1;
        if (scans === 3) await server.kill();
        return rig.store.scan(...part);
      },
    });
    await messageOf(follower.catchUp());
    await server.restart();
    await follower.catchUp();
    const found = await rig.index.find({
      index: 'post',
      words: ['bike'],
      campus: 'ou',
      filters: {},
      page: 1,
      perPage: 250,
    });
    expect([found.keys.length, found.more]).toEqual([250, true]);
    expect(await rig.found('post', '349')).toEqual([id('p349')]);
    await rig.dispose();
  });

  it('[P10 in part] takes erased words out of the data files; the log of the server keeps them until its next snapshot', async () => {
    await liveBuild(index, THINGS, [
      thing('a', 'zanzibara bike', { subject: 'ann' }),
      thing('b', 'quuxington bike', { subject: 'bob' }),
    ]);
    await index.erase(['ann']);
    expect(await hitsOf(index, THINGS, 'bike')).toEqual(['b']);
    const data = join(server.folder ?? '', 'data');
    const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const holding = files
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => readFileSync(path, 'latin1').includes('zanzibara'))
      .map((path) => path.slice(data.length + 1).split('/')[0]);
    expect(holding.filter((part) => part !== 'state')).toEqual([]);
  });
});
