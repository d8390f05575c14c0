import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { topicName } from '#projections/sync/topicNames.ts';
import { openTypesenseSearchIndex } from '#server/engines/typesense/searchIndex.ts';
import { callControl } from '#server/roles/control.ts';
import type { OpenStores } from '#server/roles/stores.ts';
import { widePositions } from '#test/contract/widePositions.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startTypesense } from '#test/doubles/typesense/startTypesense.ts';
import { type MemoryStores, memoryStores } from '../../support/memoryStores.ts';
import { picture } from '../../support/pictures.ts';
import { type Student, signUpMember, write } from '../../support/student.ts';
import { type TestServer, testServer } from '../../support/testServer.ts';

/** Milliseconds between two searches for the same. */
const ASK_EVERY_MS = 1_000;

describeOn('processes with a role each that share a server', await startTypesense({ stoppable: true }), (typesense) => {
  let stores: MemoryStores;
  let open: OpenStores;
  let back: TestServer;
  let api: TestServer;
  let ada: Student;
  /** The first post. */
  let sextant = '';
  beforeAll(async () => {
    stores = await memoryStores(widePositions);
    const prefix = `test${randomUUID().slice(0, 8)}`;
    open = async (...of) => ({
      ...(await stores.open(...of)),
      openSearchIndex: () => openTypesenseSearchIndex(typesense, prefix),
    });
    back = await startBack();
    api = await testServer({ roles: ['api'] }, { stores: open });
    ada = await signUpMember(api, 'ada', await picture(8, 8));
  });
  afterAll(async () => {
    for (const server of [api, back]) await server.end();
    await stores.remove();
    await typesense.dispose();
  });

  const startBack = () => testServer({ roles: ['projector', 'worker'] }, { stores: open });
  const search = (words: string) => ada.ask('GET', `/api/search?show=latest&campus=ou&q=${words}`);
  /** Asks again until it is found: seldom, because searches of a user are counted. */
  const untilFound = async (words: string, post: string) => {
    while (!(await finds(words, post))) await pause(ASK_EVERY_MS);
  };
  const finds = async (words: string, post: string) => (await search(words)).text.includes(post);

  it('finds at one process what another one has indexed', async () => {
    sextant = await write(ada, 'A brass sextant.');
    await untilFound('sextnt', sextant);
  });

  it('goes on by a spare when the process that keeps the index ends', async () => {
    const spare = await startBack();
    await back.end();
    back = spare;
    const post = await write(ada, 'A wooden astrolabe.');
    await untilFound('astrolabe', post);
    expect([await finds('sextant', post), await finds('sextant', sextant)]).toEqual([false, true]);
  });

  it('takes commands and shows them while the server is away, and finds them once it is back', async () => {
    await typesense.kill();
    const post = await write(ada, 'A silver quadrant.');
    const { json } = await ada.ask('GET', `/api/topics/${topicName.post(post)}`);
    expect(json.documents.map(({ key }: { key: string }) => key)).toContain(post);
    const refused = await search('quadrant');
    expect([refused.status, refused.json.error.retry]).toEqual([503, true]);
    await typesense.restart();
    await untilFound('quadrant', post);
    expect(await finds('sextant', sextant)).toBe(true);
  });

  it('[P10] no more finds what an erased person has written, at any process', async () => {
    const bob = await signUpMember(api, 'bob', await picture(8, 8));
    const post = await write(bob, 'A copper theodolite.');
    await untilFound('theodolite', post);
    await callControl(stores.control(), 'erase', { userId: bob.userId });
    expect((await search('theodolite')).json.hits).toEqual([]);
  });
});
