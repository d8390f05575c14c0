import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REPORTS_PER_DAY } from '#domain/report/limits.ts';
import { callControl } from '#server/roles/control.ts';
import { controlOf } from '../support/control.ts';
import { picture } from '../support/pictures.ts';
import { eventually, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let moderator: Student;
let ada: Student;
let bob: Student;

beforeAll(async () => {
  server = await testServer();
  const face = await picture(40, 40);
  moderator = await signUpMember(server, 'mo', face);
  ada = await signUpMember(server, 'ada', face);
  bob = await signUpMember(server, 'bob', face);
  await callControl(await controlOf(server.dataDir), 'moderator', { email: moderator.email, remove: false });
});
afterAll(() => server.end());

const report = (by: Student, postId: string) =>
  by.give('ReportPost', { postId, reason: 'scam', text: 'words-of-the-reporter' });
/** The documents of a topic, once they hold a text. */
const shown = (reader: Student, topic: string, text: string) =>
  eventually(async () => {
    const answer = await reader.ask('GET', `/api/topics/${topic}`);
    return answer.text.includes(text) && answer.text;
  });

describe('a report', () => {
  it('[PROF-06 in part] reaches moderators alone, keeps its evidence, and ends with the removal', async () => {
    const post = await write(ada, 'evidence-canary');
    expect(await report(bob, post)).toMatchObject({ ok: true });
    expect(await report(bob, post)).toMatchObject({ error: { code: 'ALREADY_REPORTED' } });
    await shown(moderator, 'cases:open', 'evidence-canary');
    await shown(moderator, `reports:${post}`, 'words-of-the-reporter');
    for (const topic of [
      'cases:open',
      `reports:${post}`,
      `casesOf:${moderator.userId}`,
      'audit:all',
      'bans:standing',
    ]) {
      expect([topic, (await ada.ask('GET', `/api/topics/${topic}`)).status]).toEqual([topic, 403]);
      expect([topic, (await server.browser().ask('GET', `/api/topics/${topic}`)).status]).toEqual([topic, 403]);
    }

    expect(await bob.give('RemovePost', { postId: post, reason: 'scam' })).toMatchObject({
      error: { code: 'NOT_ALLOWED' },
    });
    expect(await moderator.give('RemovePost', { postId: post, reason: 'scam' })).toMatchObject({ ok: true });
    const closed = await shown(moderator, 'cases:closed', '"outcome":"removed"');
    expect(closed).toContain('evidence-canary');
    await eventually(async () => (await bob.ask('GET', `/api/topics/post:${post}`)).status === 410);
    const audit = await shown(moderator, 'audit:all', '"action":"CaseClosed"');
    expect(audit).toContain('"action":"PostDeleted"');
    expect(audit).toContain('"action":"ModeratorAppointed"');
  });

  it('has a limit a day for each reporter', async () => {
    const posts = await Promise.all(Array.from({ length: 3 }, (_, n) => write(ada, `Lamp ${n}`)));
    const answers = [];
    for (let n = 0; n < REPORTS_PER_DAY + 1; n += 1) answers.push(await report(bob, posts[n % posts.length] ?? ''));
    expect(answers.filter(({ ok }) => ok === true)).toHaveLength(posts.length);
    expect(answers.at(-1)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    expect(await report(moderator, posts[0] ?? '')).toMatchObject({ ok: true });
  });

  it('of a person is settled by a ban that it led to, as is that of the post', async () => {
    const post = await write(ada, 'Another lamp.');
    await report(moderator, post);
    await moderator.give('ReportPerson', { userId: ada.userId, reason: 'scam', text: '' });
    await moderator.give('BanPerson', { userId: ada.userId, reason: 'scam', note: '', about: post });
    await eventually(async () => {
      const { text } = await moderator.ask('GET', '/api/topics/cases:closed');
      return (text.match(/"outcome":"banned"/g) ?? []).length === 2;
    });
  });
});
