import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ASKING_PATH } from '#projections/sync/asking.ts';
import { START } from '#projections/sync/position.ts';
import { PROTOCOL_VERSION } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { RATE_SHARE_EVERY_MS } from '#server/fairness/rateShare.ts';
import { SEARCHES_PER_USER } from '#server/http/search.ts';
import { callControl } from '#server/roles/control.ts';
import { COMMANDS_PER_USER } from '#server/write/clientCommands.ts';
import { widePositions } from '#test/contract/widePositions.ts';
import type { Browser } from '../support/browser.ts';
import { type MemoryStores, memoryStores } from '../support/memoryStores.ts';
import { METRICS_TOKEN } from '../support/metricsToken.ts';
import { picture } from '../support/pictures.ts';
import { rawSocket } from '../support/rawSocket.ts';
import { eventually, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

interface ProjectionsSaid {
  readonly head: string;
  readonly reactors: readonly { readonly name: string; readonly position: string }[];
}

describe('a process without a hub', () => {
  let server: TestServer;
  let ada: Student;
  beforeAll(async () => {
    server = await testServer({ roles: ['api', 'projector', 'worker'] });
    ada = await signUpMember(server, 'ada', await picture(8, 8));
  });
  afterAll(() => server.end());

  it('answers by HTTP no older than asked', async () => {
    const post = await write(ada, 'A lamp.');
    const saved = await ada.give('SavePost', { postId: post });
    const { json } = await ada.ask('GET', `/api/topics/${topicName.feed('ou')}?notBefore=${saved.position}`);
    const keys = json.documents.map(({ key }: { key: string }) => key);
    expect(keys).toEqual(expect.arrayContaining([post, `${post}-${ada.userId}`]));
  });

  it('says that something does not exist only as of the end of the log', async () => {
    const post = await write(ada, 'A desk.');
    expect((await ada.ask('GET', `/api/topics/${topicName.post(post)}`)).status).toBe(200);
    expect((await ada.ask('GET', `/api/topics/${topicName.post(randomUUID())}`)).status).toBe(404);
  });

  it('[P5] answers questions in place of sockets, with what comes while one is held', async () => {
    const ask = (message: object, isHeld = false) =>
      ada.ask('POST', ASKING_PATH, {
        body: {
          ...{ protocol: PROTOCOL_VERSION, user: ada.userId, isHeld },
          messages: [{ event: 'subscribe', payload: { topic: topicName.feed('ou'), ...message } }],
        },
      });
    const { json } = await ask({ since: null, floor: null, notBefore: START });
    const { cursor, floor } = json.answers[0];
    const held = ask({ since: cursor, floor, notBefore: cursor.position }, true);
    await write(ada, 'A globe.');
    expect((await held).text).toContain('A globe.');
  });

  it('has no sockets', async () => {
    const handshake = { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-version': '13' };
    const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
    const answer = await ada.ask('GET', '/socket.io/?EIO=4&transport=websocket', { headers: { ...handshake, ...key } });
    expect([answer.status, answer.json.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('is ready, measures what it has, and ends sessions', async () => {
    expect((await ada.ask('GET', '/health/ready')).json).toMatchObject({ ready: true });
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const { text } = await ada.ask('GET', '/metrics', { headers });
    expect(text).toContain('quad_projector_lag_events');
    expect(text).not.toContain('quad_sockets');
    await ada.ask('DELETE', '/api/session');
    expect((await ada.ask('GET', '/api/session')).json.user).toBeNull();
  });
});

/** Requests that are sent at once. */
const ROUND = 10;

describe('three processes over one set of stores: the API, the hub, and projector with worker', () => {
  let stores: MemoryStores;
  let back: TestServer;
  let hub: TestServer;
  let api: TestServer;
  let ada: Student;
  beforeAll(async () => {
    stores = await memoryStores(widePositions);
    back = await testServer({ roles: ['projector', 'worker'] }, { stores: stores.open });
    hub = await testServer({ roles: ['hub'] }, { stores: stores.open });
    api = await testServer({ roles: ['api'] }, { stores: stores.open });
    ada = await signUpMember(api, 'ada', await picture(8, 8));
  });
  afterAll(async () => {
    for (const server of [api, hub, back]) await server.end();
    await stores.remove();
  });

  /** Whether a process is the one that projects. */
  async function isActive(server: TestServer): Promise<boolean> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const { text } = await server.browser().ask('GET', '/metrics', { headers });
    return /^quad_projector_active 1$/m.test(text);
  }

  /** A page at the hub, with the API's cookies. */
  async function page() {
    const host = `ou.localhost:${hub.port}`;
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const socket = await rawSocket(hub.port, { headers: { Host: host, Origin: `http://${host}`, Cookie: cookie } });
    await socket.until('0{"sid"');
    socket.write('40');
    await socket.until('42["progress"');
    return socket;
  }

  it('[P5] answers by HTTP no older than asked, though another process projects', async () => {
    const post = await write(ada, 'A lamp.');
    const { position } = await ada.give('SavePost', { postId: post });
    const { json } = await ada.ask('GET', `/api/topics/${topicName.feed('ou')}?notBefore=${position}`);
    const keys = json.documents.map(({ key }: { key: string }) => key);
    expect(keys).toEqual(expect.arrayContaining([post, `${post}-${ada.userId}`]));
    expect((await ada.ask('GET', `/api/topics/${topicName.post(await write(ada, 'A desk.'))}`)).status).toBe(200);
    expect((await ada.ask('GET', `/api/topics/${topicName.post(randomUUID())}`)).status).toBe(404);
  });

  it('[P5] publishes to open pages what the API took, and resumes from a cursor of the API', async () => {
    const { json } = await ada.ask('GET', `/api/topics/${topicName.feed('ou')}`);
    const socket = await page();
    const since = json.cursor;
    const question = { topic: topicName.feed('ou'), since, floor: json.floor, notBefore: START };
    socket.write(`420${JSON.stringify(['subscribe', question])}`);
    await socket.until('"fresh":false');
    const post = await write(ada, 'A sofa.');
    await socket.until(post);
    socket.tcp.destroy();
  });

  it('has one projector, and a spare that takes over within seconds, also for pages that are open', async () => {
    const spare = await testServer({ roles: ['projector', 'worker'] }, { stores: stores.open });
    try {
      expect([await isActive(back), await isActive(spare)]).toEqual([true, false]);
      expect((await spare.browser().ask('GET', '/health/ready')).json).toMatchObject({ ready: true });
      const socket = await page();
      await back.end();
      socket.write(
        `420${JSON.stringify(['subscribe', { topic: topicName.feed('ou'), since: null, floor: null, notBefore: START }])}`,
      );
      await socket.until('"fresh":true');
      const post = await write(ada, 'A chair.');
      await socket.until(post);
      expect(await isActive(spare)).toBe(true);
      socket.tcp.destroy();
    } finally {
      back = await testServer({ roles: ['projector', 'worker'] }, { stores: stores.open });
      await spare.end();
    }
  });

  it('measure each what passes through it: leases, the age of events, and the way of a command that came by a socket', async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const read = async (server: TestServer) => (await server.browser().ask('GET', '/metrics', { headers })).text;
    for (const lease of ['projector', 'search', 'worker']) {
      await eventually(async () => (await read(back)).includes(`quad_lease_held{lease="${lease}"} 1\n`));
    }
    const post = await write(ada, 'A bed.');
    const socket = await page();
    const command = { id: randomUUID(), actor: ada.userId, type: 'SavePost', version: 1, data: { postId: post } };
    socket.write(`421${JSON.stringify(['command', command])}`);
    await socket.until('431[{"ok":true');
    const count = 'quad_stage_seconds_count';
    const { sent } = await eventually(async () => {
      const text = await read(hub);
      return text.includes(`${count}{stage="delivered"} 1\n`) && { sent: text };
    });
    expect(sent).toContain(`${count}{stage="on_disk"} 1\n`);
    expect(sent).not.toContain('stage="projected"');
    for (const name of ['quad_projected_age_seconds', 'quad_projector_batch_seconds', 'quad_projector_batch_rows']) {
      expect(await read(back)).toMatch(new RegExp(`^${name}_count [1-9]`, 'm'));
    }
    socket.tcp.destroy();
  });

  it('[P4 in part] builds nothing anew when the projector ends before it notes the era of a process that starts', async () => {
    await eventually(() => isActive(back));
    const { generation } = await stores.readStore.feedEnd();
    const { noteEra } = stores.readStore;
    // The active projector ends without its last note: it is killed.
    stores.readStore.noteEra = async () => undefined;
    const spare = await testServer({ roles: ['projector', 'worker'] }, { stores: stores.open });
    try {
      const post = await write(ada, 'A shelf.');
      const feed = `/api/topics/${topicName.feed('ou')}`;
      await eventually(async () => JSON.stringify((await ada.ask('GET', feed)).json).includes(post));
      await back.end();
      stores.readStore.noteEra = noteEra;
      const { position } = await ada.give('SavePost', { postId: await write(ada, 'A bench.') });
      await eventually(async () => (await stores.readStore.checkpoint()) >= position);
      expect((await stores.readStore.feedEnd()).generation).toBe(generation);
    } finally {
      back = await testServer({ roles: ['projector', 'worker'] }, { stores: stores.open });
      await spare.end();
    }
  });

  it('ends the sockets of a session that ended at the API', async () => {
    const socket = await page();
    await ada.ask('DELETE', '/api/session');
    await socket.closed;
  });

  it('counts what somebody sends together, whichever process of the API it reaches', async () => {
    const bob = await signUpMember(api, 'bob', await picture(8, 8));
    const second = await testServer({ roles: ['api'] }, { stores: stores.open });
    const there = second.browser();
    for (const [name, value] of bob.cookies) there.cookies.set(name, value);
    const requests = [
      ['POST', '/api/commands', COMMANDS_PER_USER],
      ['GET', '/api/search?q=lamp&show=latest', SEARCHES_PER_USER],
    ] as const;
    for (const [method, path, { burst }] of requests) {
      const send = async (browser: Browser, times: number) => {
        const asked = Array.from({ length: times }, () =>
          browser.ask(method, path, method === 'POST' ? { body: {} } : {}),
        );
        return (await Promise.all(asked)).map(({ status }) => status);
      };
      await send(bob, burst);
      // Fewer than the second process would let pass by its own count.
      const statuses: number[] = [];
      while (statuses.length < burst - ROUND && !statuses.includes(429)) {
        await pause(RATE_SHARE_EVERY_MS);
        statuses.push(...(await send(there, ROUND)));
      }
      expect([path, statuses]).toEqual([path, expect.arrayContaining([429])]);
    }
    await second.end();
  });

  it('is ready, each process for its own part', async () => {
    const parts = await eventually(async () => {
      const asked = [api, hub, back].map((server) => server.browser().ask('GET', '/health/ready'));
      const answers = (await Promise.all(asked)).map(({ json }) => json);
      return answers.every(({ ready }) => ready) && answers.map((answer) => Object.keys(answer.parts));
    });
    expect(parts[0]).toContain('read models');
    expect(parts[1]).toContain('read models');
    expect(parts[2]).toEqual(expect.arrayContaining(['projector', 'reactor:mail', 'reactor:cascade']));
  });
});

it('the process that projects reports the checkpoints of the reactors of another process', async () => {
  const stores = await memoryStores(widePositions);
  const projector = await testServer({ roles: ['projector'] }, { stores: stores.open });
  const worker = await testServer({ roles: ['worker'] }, { stores: stores.open });
  try {
    const { head, reactors } = await eventually(async () => {
      const said = (await callControl(stores.control(), 'projections', null)) as ProjectionsSaid;
      return said.reactors.every(({ position }) => position === said.head) && said;
    });
    expect(reactors).toContainEqual(expect.objectContaining({ name: 'mail', position: head, problem: null }));
  } finally {
    for (const server of [worker, projector]) await server.end();
    await stores.remove();
  }
});
