import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Entry, fromBuffer } from 'yauzl';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { archiveOf } from '#server/archive/archive.ts';
import { ARCHIVES_PER_USER } from '#server/http/archive.ts';
import { callControl } from '#server/roles/control.ts';
import { userArchive } from '#server/user/archive.ts';
import { controlOf } from '../support/control.ts';
import { picture } from '../support/pictures.ts';
import { eventually, PASSWORD, postIdOf, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let ada: Student;
let bob: Student;
let image: string;

beforeAll(async () => {
  server = await testServer();
  const face = await picture(80, 60);
  ada = await signUpMember(server, 'ada', face, { name: 'Ada Canary', bio: 'bio-of-ada <b>&' });
  bob = await signUpMember(server, 'bob', face, { name: 'Bob Other', bio: 'bio-of-bob' });
  const id = randomUUID();
  const upload = await ada.ask('PUT', `/api/uploads/posts/${postIdOf(ada, id)}`, { raw: await picture(90, 60) });
  const post = await write(ada, 'post-of-ada <script>alert(1)</script>', { media: [upload.json.media] }, id);
  image = `media/posts/${post}/${upload.json.media.name}`;
  const doomed = await write(ada, 'deleted-post-of-ada');
  const other = await write(bob, 'post-of-bob');
  await write(ada, 'comment-of-ada', { root: other });
  await write(bob, 'comment-of-bob', { root: post });
  for (const [student, type, data] of [
    [ada, 'DeletePost', { postId: doomed }],
    [ada, 'SavePost', { postId: other }],
    [ada, 'ChangePhone', { phone: '+1 405 555 0134' }],
    [ada, 'ReportPost', { postId: other, reason: 'scam', text: 'report-of-ada' }],
    [bob, 'ReportPost', { postId: post, reason: 'scam', text: 'report-of-bob' }],
    [ada, 'ChangeGraduationYear', { year: 2031 }],
    [ada, 'ChangeGender', { gender: 'other' }],
    [ada, 'ChangeBirthDate', { year: 2000, month: 2, day: 29 }],
    [ada, 'ChangeEmailNotifications', { wanted: false }],
    [ada, 'DismissTips', {}],
    [ada, 'GiveFeedback', { text: 'feedback-of-ada' }],
  ] as const) {
    expect(await student.give(type, data)).toMatchObject({ ok: true });
  }
});
afterAll(() => server.end());

const ask = (student: Pick<Student, 'ask'>, password: string | null = PASSWORD) =>
  student.ask('POST', '/api/archive', { body: { password } });

/** The files of a ZIP, by name. */
function unzip(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, Buffer>>();
  fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
    if (error) return reject(error);
    zip.on('error', reject);
    zip.on('end', () => resolve(files));
    zip.on('entry', (entry: Entry) =>
      zip.openReadStream(entry, (failed, content) => {
        if (failed) return reject(failed);
        buffer(content).then((read) => {
          files.set(entry.fileName, read);
          zip.readEntry();
        }, reject);
      }),
    );
    zip.readEntry();
  });
  return promise;
}

describe('the archive of everything about a person', () => {
  it('[DATA-01] holds what the person wrote and said, changed and deleted texts too, with the pictures, and opens offline', async () => {
    const answer = await ask(ada);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="quad-data-\d{4}-\d\d-\d\d\.zip"$/);
    const files = await unzip(answer.bytes);
    const text = (name: string) => files.get(name)?.toString() ?? '';
    expect([...files.keys()].slice(0, 4)).toEqual(['README.txt', 'account.json', 'index.html', 'events.jsonl']);
    expect(files.get(image)?.length).toBeGreaterThan(50);

    const page = text('index.html');
    for (const said of ['post-of-ada', 'deleted-post-of-ada', 'comment-of-ada', 'report-of-ada', 'feedback-of-ada']) {
      expect(page).toContain(said);
      expect(text('events.jsonl')).toContain(said);
    }
    expect(page).toContain('+1 405 555 0134');
    expect(page).toContain('bio-of-ada &lt;b&gt;&amp;');
    expect(page).toContain('You saved a post');
    expect(page).toContain(`src="${image}"`);
    expect(page).not.toMatch(/<script/i);
    const account = JSON.parse(text('account.json'));
    expect(account).toMatchObject({
      people: { firstName: 'Ada' },
      introductions: { bio: 'bio-of-ada <b>&' },
      accounts: { email: ada.email },
      settings: { phone: '+1 405 555 0134' },
    });
    // The whole record of DATA-01, and no field beside it.
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(account.user).toEqual({
      ...{ _id: ada.userId, campus_id: 'ou', first_name: 'Ada', last_name: 'C.', username: 'adacanary' },
      ...{ email: ada.email, school_email: ada.email, grad_year: 2031, phone: '+1 405 555 0134' },
      ...{ img: expect.stringMatching(/\.webp$/), bio: 'bio-of-ada <b>&', gender: 'other' },
      ...{ birth_date: { month: 2, day: 29, year: 2000 }, profile_set_up: true, getting_started: true },
      ...{ verified: true, school_verified: true, type: 'individual', email_notifications: false },
      ...{ available_funds: 0, totalPosts: 1, date: instant, createdAt: instant, lastModified: instant },
    });
    expect(Date.parse(account.user.lastModified)).toBeGreaterThan(Date.parse(account.user.createdAt));
    expect(account.sessions).toHaveLength(1);
    const lines = text('events.jsonl').trim().split('\n');
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('type');
    const about = [`user-${ada.userId}`, `settings-${ada.userId}`];
    const changes = lines.map((line) => JSON.parse(line)).filter(({ stream }) => about.includes(stream));
    expect(account.user.lastModified).toBe(changes.at(-1).at);
  });

  it('[P8] [P9] holds nothing of others, no secret, and nothing of what moderators keep', async () => {
    const files = await unzip((await ask(ada)).bytes);
    for (const [name, bytes] of files) {
      expect([name, bytes.toString('latin1').match(/of-bob|bob@|Other/)]).toEqual([name, null]);
      expect([name, bytes.toString('latin1').match(/EvidenceKept|\$2[aby]\$|commandHash/)]).toEqual([name, null]);
    }
  });

  it('[P8] names nobody who reported the person, nor the moderators that looked into it', async () => {
    const mo = await signUpMember(server, 'mo', await picture(80, 60));
    await callControl(await controlOf(server.dataDir), 'moderator', { email: mo.email, remove: false });
    const eve = await signUpMember(server, 'eve', await picture(80, 60));
    const { userId } = eve;
    for (const [student, type, data] of [
      [bob, 'ReportPerson', { userId, reason: 'scam', text: 'report-of-bob' }],
      [mo, 'TakeCase', { caseId: userId }],
      [mo, 'OptOutOfAnalytics', { userId }],
      [mo, 'BanPerson', { userId, reason: 'scam', note: 'note-of-mo', about: userId }],
      [mo, 'LiftBan', { userId, reason: 'mistake' }],
    ] as const) {
      expect([type, await student.give(type, data)]).toMatchObject([type, { ok: true }]);
    }
    const again = server.browser();
    await eventually(async () => {
      const signedIn = await again.ask('POST', '/api/session', { body: { email: eve.email, password: PASSWORD } });
      return signedIn.status === 200;
    });
    const files = await unzip((await ask(again)).bytes);
    expect(files.get('events.jsonl')?.toString()).toContain('"UserRegistered"');
    for (const [name, bytes] of files) {
      const named = bytes
        .toString('latin1')
        .split('\n')
        .filter((line) => line.includes(bob.userId) || line.includes(mo.userId));
      expect([name, named]).toEqual([name, []]);
    }
    expect(files.get('index.html')?.toString()).not.toContain('You reported');
  });

  it('is for oneself alone, who proves it again, and not by an address that could leak', async () => {
    expect((await ask(server.browser())).status).toBe(401);
    expect((await ada.ask('GET', '/api/archive')).headers['content-type']).not.toBe('application/zip');
    const wrong = await ask(ada, 'wrong-password');
    expect([wrong.status, wrong.json.error.code]).toEqual([401, 'PASSWORD_WRONG']);
    bob.cookies.set('quad_fresh', ada.cookies.get('quad_fresh') ?? '');
    expect((await ask(bob, null)).json.error.code).toBe('SIGN_IN_AGAIN');
  });

  it('is made a few times a day for a person', async () => {
    for (let n = 0; n < ARCHIVES_PER_USER.burst; n += 1) expect((await ask(bob)).status).toBe(200);
    expect((await ask(bob)).status).toBe(429);
  });
});

describe('the pages of the log', () => {
  const page = (at: number) => `${at}`.padStart(16, '0');

  it('are read once, and a second time only where they have something of the person', async () => {
    const read: string[] = [];
    const event = {
      type: 'PasswordChanged',
      stream: 'user-ada',
      version: 1,
      data: {},
      meta: { at: '2026-01-01T00:00:00.000Z' },
    };
    const stream = archiveOf(
      'ada',
      {
        log: {
          async readOf(_person, after) {
            read.push(after);
            const at = Number(after);
            const events = at === 2 ? [event as unknown as RecordedEvent] : [];
            return { events, next: at === 3 ? null : page(at + 1) };
          },
          readStream: async () => [],
        },
        readStore: { get: async () => [] },
        media: { file: async () => null },
        sessions: { listOf: async () => [] },
        archiveEntries: userArchive,
        ownDocuments: [],
        ownRecords: [],
        files: [],
        clock: () => new Date(0),
      },
      new AbortController().signal,
    );
    const files = await unzip(await buffer(stream));
    expect(read).toEqual([0, 1, 2, 3, 2].map(page));
    expect(`${files.get('events.jsonl')}`).toContain('"PasswordChanged"');
    expect(`${files.get('index.html')}`).toContain('Your password was changed');
  });
});
