import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { topicName } from '#projections/sync/topicNames.ts';
import { METRICS_TOKEN } from '../support/metricsToken.ts';
import { picture } from '../support/pictures.ts';
import { type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

describe('a process without a hub', () => {
  let server: TestServer;
  let ada: Student;
  beforeAll(async () => {
    server = await testServer({}, { roles: ['api', 'projector', 'worker'] });
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
