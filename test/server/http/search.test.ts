import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SEARCH_MAX_CHARACTERS, SEARCH_MAX_PAGES } from '#domain/kernel/limits.ts';
import { SEARCH_DELAY_MS } from '#server/searchIndex/searchProjector.ts';
import { picture } from '../support/pictures.ts';
import { eventually, type Student, signUp, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let ada: Student;
let post: string;
beforeAll(async () => {
  server = await testServer();
  ada = await signUpMember(server, 'ada', await picture(80, 60));
  post = await write(ada, 'A velocipede for sale');
});
afterAll(() => server.end());

const search = (query: string, browser = server.browser()) => browser.ask('GET', `/api/search?${query}`);

describe('GET /api/search', () => {
  it('[SRCH-19] finds a new post within seconds, for everybody who may see it, and a deleted one never', async () => {
    const found = await eventually(async () => {
      const answer = await search('show=latest&q=velocipede');
      return answer.status === 200 && answer.json.hits.length > 0 ? answer.json : null;
    });
    expect(found).toMatchObject({ ok: true, hits: [{ collection: 'posts', key: post }], more: false });
    expect(JSON.stringify(found.documents)).toContain('A velocipede for sale');
    const second = await write(ada, 'Another velocipede');
    // Slowly: her searches are limited.
    await eventually(async () => {
      await pause(SEARCH_DELAY_MS);
      return (await search('show=latest&q=velocipede', ada)).json.hits?.length === 2;
    });
    const { position } = await ada.give('DeletePost', { postId: second });
    const after = `show=latest&q=velocipede&notBefore=${position}`;
    expect((await search(after, ada)).json.hits).toEqual([{ collection: 'posts', key: post }]);
  });

  it('[SRCH-07 in part] shows the posts, pictures, people and schools of the site, or of the campus that is named', async () => {
    expect((await search('show=people&q=ada')).json.hits).toEqual([{ collection: 'people', key: ada.userId }]);
    expect((await search('show=people&q=ada&campus=mit')).json.hits).toEqual([]);
    expect((await search('show=people&q=ada', server.browser('mit.localhost'))).json.hits).toEqual([]);
    expect((await search('show=media&q=velocipede')).json.hits).toEqual([]);
    expect((await search('show=schools&q=oklahoma', server.browser('campus.localhost'))).json.hits).not.toEqual([]);
  });

  it.each([
    ['show=latest&q=', 'q'],
    ['show=latest&q=%20%20', 'q'],
    ['show=latest', 'q'],
    [`show=latest&q=${'x'.repeat(SEARCH_MAX_CHARACTERS + 1)}`, 'q'],
    ['show=everything&q=bike', 'show'],
    ['show=constructor&q=bike', 'show'],
    ['q=bike', 'show'],
    ['show=latest&q=bike&campus=nowhere', 'campus'],
    ['show=latest&q=bike&page=0', 'page'],
    ['show=latest&q=bike&page=1.5', 'page'],
    [`show=latest&q=bike&page=${SEARCH_MAX_PAGES + 1}`, 'page'],
    ['show=latest&q=bike&q=lamp', 'q'],
    ['show=latest&q=bike&price=cheap', 'price'],
    ['show=latest&q=bike&standing=yes', 'standing'],
    ['show=latest&q=bike&category=all', 'category'],
    ['show=people&q=bike&category=furniture', 'category'],
    ['show=latest&q=bike&campus_id=ou', 'query'],
    ['show=people', 'q'],
    ['show=people&q=%20&category=furniture', 'category'],
    ['show=latest&price=cheap', 'price'],
  ])('[SRCH-05 in part] refuses %s by the name of what is wrong', async (query, field) => {
    const { status, json } = await search(query);
    expect([status, json.error.code, json.error.data.field]).toEqual([400, 'REQUEST_INVALID', field]);
  });

  it('[SHOP-A2 in part] lists without words what the filters leave, and nothing where the words are none', async () => {
    await ada.give('CreatePost', {
      text: [{ type: 'paragraph', children: [{ text: 'A harmonium' }] }],
      media: [],
      category: 'musical instruments',
      price: { cents: 0, orBestOffer: false },
      condition: null,
    });
    const filters = new URLSearchParams({ show: 'latest', category: 'musical instruments', price: 'free' });
    const { json } = await eventually(async () => {
      const answer = await search(`${filters}`);
      return answer.json.hits?.length === 1 ? answer : null;
    });
    expect(JSON.stringify(json.documents)).toContain('A harmonium');
    expect((await search(`${filters}&q=%20`)).json).toEqual(json);
    expect((await search(`${filters}&q=%F0%9F%9A%B2`)).json.hits).toEqual([]);
    expect((await search(`${filters}&condition=new`)).json.hits).toEqual([]);
    expect((await search(`${filters}`, server.browser('mit.localhost'))).json.hits).toEqual([]);
  });

  it('[P4] finds what the log has when the read models were lost, before anything else happens', async () => {
    const { dataDir } = server;
    await server.close();
    await rm(join(dataDir, 'read-models'), { recursive: true });
    server = await testServer({ dataDir });
    await eventually(async () => (await search('show=latest&q=velocipede')).json.hits?.length === 1);
  });

  it('[SRCH-15 in part] refuses who is signed in and has confirmed nothing, with the reason', async () => {
    const bob = await signUp(server, 'bob');
    const answer = await search('show=latest&q=velocipede', bob);
    expect([answer.status, answer.json.error.code]).toEqual([403, 'EMAIL_NOT_CONFIRMED']);
    expect((await search('show=schools&q=oklahoma', bob)).status).toBe(200);
  });
});
