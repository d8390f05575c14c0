import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CampusCut, HOME_SET } from '#projections/engine/campusSets.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { Config } from '#server/config.ts';
import { callControl } from '#server/roles/control.ts';
import { orderOfSet } from '#server/roles/setVerbs.ts';
import { widePositions } from '#test/contract/widePositions.ts';
import { type MemoryStores, memoryStores } from '../support/memoryStores.ts';
import { METRICS_TOKEN } from '../support/metricsToken.ts';
import { picture } from '../support/pictures.ts';
import { rawSocket } from '../support/rawSocket.ts';
import { eventually, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

/** OU, which the people of these tests are of, has a machine of its own. */
const CUT: CampusCut = { sets: { east: ['ou'] } };

interface Verified {
  readonly events: number;
  readonly differences: readonly unknown[];
}

describe('processes over read models that are cut by campus', () => {
  let stores: MemoryStores;
  let home: TestServer;
  let east: TestServer;
  let front: TestServer;
  let ada: Student;
  const start = (change: Partial<Config>) => testServer({ campusCut: CUT, ...change }, { stores: stores.open });
  const storeOf = (set: string) => stores.ofSet({ cut: CUT, set });
  beforeAll(async () => {
    stores = await memoryStores(widePositions);
    home = await start({ roles: ['projector', 'worker'], projectedSets: [HOME_SET] });
    east = await start({ roles: ['projector'], projectedSets: ['east'] });
    front = await start({ roles: ['api', 'hub'] });
    ada = await signUpMember(front, 'ada', await picture(8, 8));
  });
  afterAll(async () => {
    for (const server of [front, east, home]) await server.end();
    await stores.remove();
  });

  /** Sets that a process projects, by its metrics. */
  async function setsOf(server: TestServer): Promise<readonly string[]> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const { text } = await server.browser().ask('GET', '/metrics', { headers });
    return [...text.matchAll(/^quad_projector_active\{set="(\w+)"\} 1$/gm)].map(([, set = '']) => set);
  }

  /** A page of Ada's at the hub. */
  async function page() {
    const host = `ou.localhost:${front.port}`;
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const socket = await rawSocket(front.port, { headers: { Host: host, Origin: `http://${host}`, Cookie: cookie } });
    await socket.until('0{"sid"');
    socket.write('40');
    await socket.until('42["progress"');
    return socket;
  }

  it('[P5] a set has its posts alone, its process folds them, and people see all as one', async () => {
    expect([await setsOf(home), await setsOf(east)]).toEqual([[HOME_SET], ['east']]);
    const { json } = await ada.ask('GET', `/api/topics/${topicName.feed('ou')}`);
    const socket = await page();
    const question = { topic: topicName.feed('ou'), since: json.cursor, floor: json.floor, notBefore: '0'.repeat(16) };
    socket.write(`420${JSON.stringify(['subscribe', question])}`);
    await socket.until('"fresh":false');
    const post = await write(ada, 'A sofa.');
    await socket.until(post);
    socket.tcp.destroy();
    const saved = await ada.give('SavePost', { postId: post });
    const { json: answer } = await ada.ask('GET', `/api/topics/${topicName.feed('ou')}?notBefore=${saved.position}`);
    const keys = answer.documents.map(({ key }: { key: string }) => key);
    expect(keys).toEqual(expect.arrayContaining([post, `${post}-${ada.userId}`]));
    const posts = async (set: string) => (await storeOf(set).scan('posts', '', 10)).map(({ key }) => key);
    // The welcome of a new member is a post, too.
    expect([await posts(HOME_SET), await posts('east')]).toEqual([[], expect.arrayContaining([post])]);
    expect((await storeOf('east').scan('people', '', 10)).map(({ key }) => key)).toEqual([]);
  });

  it('each is ready, and the one that answers people waits for the slower of both', async () => {
    for (const server of [home, east, front]) {
      expect((await server.browser().ask('GET', '/health/ready')).json).toMatchObject({ ready: true });
    }
  });

  it('[P4] orders about a set go to the process that projects it', async () => {
    await write(ada, 'A lamp.');
    for (const set of [HOME_SET, 'east']) {
      const verified = (await callControl(stores.control(set), orderOfSet('verify', set), null)) as Verified;
      expect(verified).toMatchObject({ differences: [], parked: [] });
      expect(verified.events).toBeGreaterThan(0);
    }
    await expect(callControl(stores.control('east'), 'verify', null)).rejects.toThrow();
  });

  it('another process takes over a set when the one that projects it ends', async () => {
    const spare = await start({ roles: ['projector'], projectedSets: [HOME_SET, 'east'] });
    expect(await setsOf(spare)).toEqual([]);
    await east.close();
    await eventually(async () => (await setsOf(spare)).includes('east'));
    const post = await write(ada, 'A desk.');
    const { position } = await ada.give('SavePost', { postId: post });
    const { status } = await ada.ask('GET', `/api/topics/${topicName.feed('ou')}?notBefore=${position}`);
    expect(status).toBe(200);
    expect(await setsOf(home)).toEqual([HOME_SET]);
    await spare.end();
  });
});
