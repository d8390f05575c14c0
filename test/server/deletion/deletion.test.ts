import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EMBEDDED } from '#server/config.ts';
import { deletionSweep } from '#server/deletion/sweep.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import { picture } from '../support/pictures.ts';
import { eventually, PASSWORD, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

const DAY_MS = 86_400_000;
const profile = { name: 'Zanzibara Quuxington', bio: 'bio-canary-1' };

let server: TestServer;
let canary: Student;
let witness: Student;
let post: string;
let other: string;
let receipt: string;

beforeAll(async () => {
  server = await testServer();
  const face = await picture(80, 60);
  canary = await signUpMember(server, 'canary.bird', face, profile);
  witness = await signUpMember(server, 'witness', face);
  post = await write(canary, 'post-canary-2');
  other = await write(witness, 'A post that stays.');
  const comment = await write(canary, 'comment-canary-3', { root: other });
  const content = { text: [{ type: 'paragraph', children: [{ text: 'A reply that stays.' }] }], media: [] };
  await witness.give('AddComment', { ...content, root: other, parent: comment });
  await write(witness, 'It goes with the post.', { root: post });
});
afterAll(() => server.end());

const ask = (student: Student, password: string | null) =>
  student.ask('POST', '/api/account/deletion', { body: { id: randomUUID(), password } });
const signIn = async (student: Student) => {
  const answer = await student.ask('POST', '/api/session', { body: { email: student.email, password: PASSWORD } });
  expect(answer.status).toBe(200);
};
const register = (email: string) =>
  server.browser().ask('POST', '/api/registration', {
    body: { id: randomUUID(), email, name: 'New Person', password: PASSWORD, acceptedTerms: true },
  });
const textOf = async (path: string, reader: Pick<Student, 'ask'> = witness) => (await reader.ask('GET', path)).text;
const personOf = (reader: Pick<Student, 'ask'>) => reader.ask('GET', `/api/topics/person:${canary.userId}`);
const isHidden = () => eventually(async () => (await personOf(witness)).status === 404);

describe('the deletion of an account', () => {
  it('asks again who it is: the password, or a sign-in of a moment ago', async () => {
    const wrong = await ask(canary, 'wrong-password');
    expect([wrong.status, wrong.json.error.code]).toEqual([401, 'PASSWORD_WRONG']);
    const fresh = canary.cookies.get('quad_fresh') ?? '';
    expect(fresh).not.toBe('');
    for (const stale of [
      '',
      fresh.replace(/^\d+/, (at) => String(Number(at) + 1)),
      witness.cookies.get('quad_fresh'),
    ]) {
      canary.cookies.set('quad_fresh', stale ?? '');
      const refused = await ask(canary, null);
      expect([refused.status, refused.json.error.code]).toEqual([403, 'SIGN_IN_AGAIN']);
    }
    expect((await server.browser().ask('POST', '/api/account/deletion', { body: {} })).status).toBe(401);
    expect((await canary.give('RequestDeletion', {})).error.code).toBe('NOT_ALLOWED');
    canary.cookies.set('quad_fresh', fresh);
  });

  it('signs out everywhere at once and hides the person, whose address stays taken', async () => {
    const elsewhere = { ...canary, ...server.browser() };
    await signIn(elsewhere);
    expect(await textOf('/api/topics/feed:ou')).toContain('Zanzibara');
    const answer = await ask(canary, null);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(Date.parse(answer.json.dueAt) - Date.now()).toBeGreaterThan(6.99 * DAY_MS);
    expect(canary.cookies.get('quad_access') ?? '').toBe('');
    expect((await elsewhere.ask('GET', '/api/session')).json.user).toBeNull();

    await isHidden();
    expect((await witness.ask('GET', '/api/people/by-username/zanzibaraquuxington')).status).toBe(404);
    for (const path of [`/api/topics/feed:ou`, `/api/topics/post:${post}`, `/api/topics/post:${other}`]) {
      expect(await textOf(path)).not.toMatch(/zanzibara|quuxington|bio-canary/i);
    }
    expect(await textOf(`/api/topics/post:${post}`)).toContain('post-canary-2');
    expect((await register(canary.email)).json.error.code).toBe('EMAIL_TAKEN');
    const mails = await eventually(async () => {
      const { text } = await witness.ask('GET', '/dev/mail', { headers: { accept: 'application/json' } });
      return text.includes('will be deleted on') && text;
    });
    expect(mails).toContain(answer.json.receipt);
  });

  it('lets the person in for one thing only, which brings everything back', async () => {
    await signIn(canary);
    const me = await canary.ask('GET', `/api/topics/me:${canary.userId}`);
    expect(me.text).toContain('"begun":false');
    expect((await canary.give('ChangeBio', { bio: 'Still here.' })).error.code).toBe('DELETION_PENDING');
    expect((await canary.give('DeletePost', { postId: post })).error.code).toBe('DELETION_PENDING');
    const change = { id: randomUUID(), current: PASSWORD, password: 'another-engine-1843' };
    const password = await canary.ask('POST', '/api/password', { body: change });
    expect([password.status, password.json.error.code]).toEqual([403, 'DELETION_PENDING']);
    // No command would name it.
    const raw = await picture(30, 30);
    const file = await canary.ask('PUT', `/api/uploads/profilePics/${canary.userId}`, { raw });
    expect([file.status, file.json.error.code]).toEqual([403, 'DELETION_PENDING']);
    expect(await canary.give('CancelDeletion', {})).toMatchObject({ ok: true });
    const seen = await eventually(async () => {
      const answer = await personOf(witness);
      return answer.status === 200 && answer.text;
    });
    expect(seen).toContain('bio-canary-1');
    expect(seen).toContain('Zanzibara');
    expect(await canary.give('ChangeBio', { bio: 'bio-canary-4' })).toMatchObject({ ok: true });
    expect((await canary.ask('GET', '/api/session')).json.user.id).toBe(canary.userId);
  });

  it('begins after seven days, not before, whichever process lives then, and leaves nothing of the person', async () => {
    receipt = (await ask(canary, PASSWORD)).json.receipt;
    await isHidden();
    await server.close();
    expect(await sweepAfter(6.9 * DAY_MS)).toEqual(['DeletionRequested', 'DeletionCancelled', 'DeletionRequested']);
    // The process that begins it ends before anything has followed.
    expect((await sweepAfter(7.1 * DAY_MS)).at(-1)).toBe('DeletionBegun');

    server = await testServer({ dataDir: server.dataDir });
    const browser = server.browser();
    await eventually(async () => (await register(canary.email)).status === 201);
    await eventually(async () => (await browser.ask('GET', `/api/topics/post:${post}`)).status !== 200);
    const thread = await eventually(async () => {
      const text = await textOf(`/api/topics/post:${other}`, browser);
      return text.includes('"deleted":true') && text;
    });
    expect(thread).toContain('A reply that stays.');
    for (const path of ['feed:ou', `post:${post}`, `post:${other}`, `person:${canary.userId}`, 'latest:ou']) {
      expect(await textOf(`/api/topics/${path}`, browser)).not.toMatch(/canary-|zanzibara|quuxington/i);
    }
    expect(receipt).not.toBe('');
  });
});

/** The sweep of a process that opens the folder at a later time. @returns the events of the deletion's stream */
async function sweepAfter(ms: number): Promise<readonly string[]> {
  const config = { smtpUrl: null, mailFrom: 'Quad <no-reply@quad.example>', environment: 'development' } as const;
  const { log, stores, dispatcherAt, close } = await openFoundation(
    { ...config, ...EMBEDDED, dataDir: server.dataDir },
    'test',
  );
  const { readStore } = await stores.openReadModels();
  try {
    const clock = () => new Date(Date.now() + ms);
    const parts = { readStore, dispatcher: dispatcherAt(clock), logger: silentLogger };
    await deletionSweep(parts as never)(clock());
    return (await log.readStream(`deletion-${canary.userId}`)).map(({ type }) => type);
  } finally {
    await readStore.close();
    await close();
  }
}
