import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { picture } from '../support/pictures.ts';
import { type Student, signUp, signUpConfirmed, signUpMember, write, written } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let people: Readonly<Record<'unconfirmed' | 'confirmed' | 'joined' | 'member', Student>>;
let post: string;
let banner: string;
beforeAll(async () => {
  server = await testServer();
  const joined = await signUpConfirmed(server, 'joined');
  await joined.give('JoinWithConfirmedEmail', { campus: 'ou', email: joined.email });
  people = {
    unconfirmed: await signUp(server, 'unconfirmed'),
    confirmed: await signUpConfirmed(server, 'confirmed'),
    joined,
    member: await signUpMember(server, 'member', await picture(40, 30)),
  };
  post = await write(people.member, 'A lamp.');
  banner = randomUUID();
});
afterAll(async () => {
  await server.end();
});

const OK = 'ok';
type Outcomes = Readonly<Record<'unconfirmed' | 'confirmed' | 'joined' | 'member', string>>;

/** The answer to each kind of person; the gates come in the order of POST-15. */
const matrix: readonly (readonly [string, () => object, Outcomes])[] = [
  [
    'CreatePost',
    () => ({ text: written('A desk.'), media: [], category: 'all' }),
    { unconfirmed: 'EMAIL_NOT_CONFIRMED', confirmed: 'SCHOOL_NOT_VERIFIED', joined: 'PROFILE_INCOMPLETE', member: OK },
  ],
  [
    'AddComment',
    () => ({ text: written('Still there?'), media: [], root: post, parent: post }),
    { unconfirmed: 'EMAIL_NOT_CONFIRMED', confirmed: 'SCHOOL_NOT_VERIFIED', joined: OK, member: OK },
  ],
  ['SavePost', () => ({ postId: post }), { unconfirmed: 'EMAIL_NOT_CONFIRMED', confirmed: OK, joined: OK, member: OK }],
  [
    'ChangeBio',
    () => ({ bio: 'Hello.' }),
    { unconfirmed: 'EMAIL_NOT_CONFIRMED', confirmed: OK, joined: OK, member: OK },
  ],
  [
    'RequestSchoolCode',
    () => ({ campus: 'ou', email: `${randomUUID().slice(0, 8)}@ou.edu` }),
    { unconfirmed: 'EMAIL_NOT_CONFIRMED', confirmed: OK, joined: OK, member: OK },
  ],
  [
    'DeletePost',
    () => ({ postId: banner }),
    { unconfirmed: 'POST_UNKNOWN', confirmed: 'POST_UNKNOWN', joined: 'POST_UNKNOWN', member: 'POST_UNKNOWN' },
  ],
];

describe('who may do what', () => {
  it.each(matrix)('[POST-15] [GUARD-02] %s', async (type, data, expected) => {
    const outcomes: Record<string, string> = {};
    for (const [kind, student] of Object.entries(people)) {
      const answer = await student.give(type, data());
      outcomes[kind] = answer.ok === true ? OK : answer.refusal.code;
    }
    expect(outcomes).toEqual(expected);
  });

  it.each(matrix.map(([type, data]) => [type, data] as const))('nobody signed out gives %s', async (type, data) => {
    const body = { id: randomUUID(), actor: people.member.userId, type, version: 1, data: data() };
    const answer = await server.browser().ask('POST', '/api/commands', { body });
    expect([answer.status, answer.json.error.code]).toEqual([401, 'SIGNED_OUT']);
  });

  it('[GUARD-02] nobody uploads before the address is confirmed', async () => {
    const raw = await picture(4, 4);
    const upload = (student: Student) => student.ask('PUT', `/api/uploads/posts/${randomUUID()}`, { raw });
    expect((await upload(people.unconfirmed)).json.error.code).toBe('EMAIL_NOT_CONFIRMED');
    expect((await upload(people.confirmed)).status).toBe(200);
  });

  it('[CAMP-10] nobody joins with an address that is not theirs', async () => {
    const data = { campus: 'ou', email: 'president@ou.edu' };
    expect((await people.confirmed.give('JoinWithConfirmedEmail', data)).refusal.code).toBe(
      'SCHOOL_EMAIL_NOT_CONFIRMED',
    );
    const body = { id: randomUUID(), code: '1234', ...data };
    const answer = await people.confirmed.ask('POST', '/api/school-verification', { body });
    expect(answer.json.error.text).toBe('Your code was incorrect. Please try again.');
  });
});

describe('who may see what', () => {
  it.each(['me', 'saved:ou'])('[GUARD-14 in part] only the person joins %s:<user>', async (kind) => {
    const { member, joined } = people;
    const path = `/api/topics/${kind}:${member.userId}`;
    expect((await member.ask('GET', path)).status).toBe(200);
    for (const browser of [joined, server.browser()]) {
      const answer = await browser.ask('GET', path);
      expect([answer.status, answer.json.error.code]).toEqual([403, 'TOPIC_FORBIDDEN']);
      expect(answer.json.documents).toBeUndefined();
    }
  });

  it('answers an e-mail address to its owner alone', async () => {
    const { member } = people;
    const open = ['feed:ou', `post:${post}`, `person:${member.userId}`, `wall:ou:${member.userId}`, 'campus:ou'];
    for (const topic of open) {
      const answer = await server.browser().ask('GET', `/api/topics/${topic}`);
      expect([topic, answer.status, answer.text.includes('member@ou.edu')]).toEqual([topic, 200, false]);
    }
    expect((await member.ask('GET', `/api/topics/me:${member.userId}`)).text).toContain('member@ou.edu');
  });
});
