import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { topicName } from '#projections/sync/topicNames.ts';
import { type ControlAddress, callControl } from '#server/roles/control.ts';
import { picture } from './support/pictures.ts';
import { eventually, PASSWORD, postIdOf, type Student, signUpMember, write } from './support/student.ts';
import { type TestServer, testServer } from './support/testServer.ts';

/** Words that occur in all the person's data and texts. */
const CANARIES = [
  'zanzibara',
  'quuxington',
  'canary.bird',
  'bio-canary-1',
  'post-canary-2',
  'comment-canary-3',
  'edit-canary-4',
  'feedback-canary-5',
  'report-canary-6',
  'ban-canary-7',
  'search-canary-8',
  'username-canary-9',
  '555 0187',
];

let server: TestServer;
let canary: Student;
let witness: Student;
let moderator: Student;
let post: string;
let other: string;
/** Addresses of the person's pictures: one in a post, one on the profile. */
let images: string[];

beforeAll(async () => {
  server = await testServer();
  const profile = { name: 'Zanzibara Quuxington', bio: 'bio-canary-1' };
  canary = await signUpMember(server, 'canary.bird', await picture(80, 60), profile);
  witness = await signUpMember(server, 'witness', await picture(70, 60));
  const id = randomUUID();
  const upload = await canary.ask('PUT', `/api/uploads/posts/${postIdOf(canary, id)}`, { raw: await picture(500, 60) });
  post = await write(canary, 'post-canary-2', { media: [upload.json.media] }, id);
  const face = await canary.ask('PUT', `/api/uploads/profilePics/${canary.userId}`, { raw: await picture(80, 60) });
  images = [
    `/images/posts/${post}/${upload.json.media.name}`,
    `/images/profilePics/${canary.userId}/${face.json.media.name}`,
  ];
  moderator = await signUpMember(server, 'moderator', await picture(70, 60));
  await callControl(await controlOf(server.dataDir), 'moderator', { email: moderator.email, remove: false });
  other = await write(witness, 'A post that stays.');
  await write(canary, 'comment-canary-3', { root: other });
  await write(witness, 'A comment that stays.', { root: post });
  const edit = {
    postId: post,
    text: [{ type: 'paragraph', children: [{ text: 'edit-canary-4' }] }],
    media: [upload.json.media],
  };
  await canary.give('EditPost', edit);
  // The person's data of the other nouns: settings, feedback, reports by and about them, bans.
  const about = { reason: 'scam', text: '' };
  for (const [student, type, data] of [
    [canary, 'ChangePhone', { phone: '+1 405 555 0187' }],
    [canary, 'GiveFeedback', { text: 'feedback-canary-5' }],
    [canary, 'PerformSearch', { campus: 'ou', text: 'search-canary-8' }],
    [canary, 'AddRecentSearch', { campus: 'ou', text: 'search-canary-8' }],
    [canary, 'ChangeName', { firstName: 'Zanzibara', lastName: 'Quuxington' }],
    [canary, 'ChangeUsername', { username: 'username-canary-9' }],
    [canary, 'ReportPost', { postId: other, ...about, text: 'report-canary-6' }],
    [witness, 'ReportPost', { postId: post, ...about }],
    [witness, 'ReportPerson', { userId: canary.userId, ...about }],
    ...[canary, canary, witness, moderator].map(
      (each) => [each, 'PerformSearch', { campus: 'ou', text: 'desk lamp' }] as const,
    ),
    [moderator, 'BanPerson', { userId: canary.userId, reason: 'scam', note: 'ban-canary-7', about: post }],
    [moderator, 'LiftBan', { userId: canary.userId, reason: 'mistake' }],
  ] as const) {
    expect([type, await student.give(type, data)]).toEqual([type, expect.objectContaining({ ok: true })]);
  }
  await eventually(async () => (await canary.ask('GET', '/api/session')).json.user === null);
  const signIn = { email: canary.email, password: PASSWORD };
  expect((await canary.ask('POST', '/api/session', { body: signIn })).status).toBe(200);
});

afterAll(async () => {
  await server.end();
});

async function controlOf(dataDir: string): Promise<ControlAddress> {
  return JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')).control;
}

/** The canaries in the bytes of a file, in UTF-8 or UTF-16. */
function canariesIn(bytes: Buffer): readonly string[] {
  const texts = [bytes.toString('latin1').toLowerCase(), bytes.toString('utf16le').toLowerCase()];
  return CANARIES.filter((word) => texts.some((text) => text.includes(word)));
}

/** Files of the data folder that hold a canary. */
async function filesWithCanaries(): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  const entries = await readdir(server.dataDir, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const canaries = canariesIn(await readFile(join(entry.parentPath, entry.name)));
    if (canaries.length > 0) found[entry.name] = canaries;
  }
  return found;
}

/** Files of the person's pictures, in every size. */
async function pictureFiles(): Promise<readonly string[]> {
  const names = images.map((path) => path.split('/').at(-1)?.replace('.webp', '') ?? '');
  const files = await readdir(join(server.dataDir, 'media'), { recursive: true });
  return files.filter((file) => names.some((name) => file.includes(name)));
}

/** Everything that a browser can ask for and that could hold something of the person. */
const paths = () => [
  '/api/topics/feed:ou',
  `/api/topics/post:${post}`,
  `/api/topics/post:${other}`,
  `/api/topics/wall:ou:${canary.userId}`,
  `/api/topics/person:${canary.userId}`,
  `/api/topics/me:${canary.userId}`,
  '/api/topics/campus:ou',
  `/api/topics/${topicName.recentSearches('ou', canary.userId)}`,
  `/api/topics/${topicName.popularSearches('ou')}`,
  '/api/people/by-username/zanzibaraquuxington',
  '/api/people/by-username/username-canary-9',
  '/dev/mail',
  '/api/topics/feedback:ou',
  '/api/topics/cases:open',
  `/api/topics/reports:${other}`,
  '/api/topics/bans:lifted',
  '/api/topics/audit:all',
  '/api/search?show=latest&q=edit-canary-4',
  '/api/search?show=people&q=quux',
  '/api/search?show=people&q=zanzibara',
  ...images,
];

/** Users and searches of the text that the campus sees; all of them are signed in. */
async function viewsOf(browser: Pick<Student, 'ask'>): Promise<string> {
  const answer = await browser.ask('GET', `/api/topics/${topicName.popularSearches('ou')}`);
  const found = answer.json.documents.find(({ doc }: { doc: { text?: string } | null }) => doc?.text === 'desk lamp');
  return `${found?.doc.uniqueViews} of ${found?.doc.totalViews}`;
}

describe('erasing a person, seen from everywhere', () => {
  it('finds every canary before, so that finding none later means something', async () => {
    const answers = await Promise.all(paths().map((path) => canary.ask('GET', path)));
    const moderators = await Promise.all(paths().map((path) => moderator.ask('GET', path)));
    const seen = [...answers, ...moderators].flatMap(({ bytes }) => canariesIn(bytes));
    // The post's text before the edit is in the log only, and encrypted there.
    expect(new Set(seen)).toEqual(new Set(CANARIES.filter((word) => word !== 'post-canary-2')));
    expect(answers.slice(-images.length).map(({ status }) => status)).toEqual(images.map(() => 200));
    expect((await pictureFiles()).length).toBeGreaterThanOrEqual(2 * images.length);
    await eventually(async () => (await viewsOf(witness)) === '3 of 4');
  });

  it('[P10] keeps no word of it in plain at rest, even before: only the search, and the mails of a development machine', async () => {
    const query = '/api/search?show=latest&q=edit-canary-4';
    await eventually(async () => (await witness.ask('GET', query)).json.hits?.length === 1);
    const files = await filesWithCanaries();
    const kept = Object.keys(files).filter((file) => !file.endsWith('.json'));
    expect(kept.filter((file) => !file.startsWith('search.db'))).toEqual([]);
    expect(kept).not.toEqual([]);
    expect(new Set(Object.values(files).flat())).toContain('canary.bird');
  });

  it('[P10] leaves no word, no file and no session of the person anywhere', async () => {
    const cookies = new Map(canary.cookies);
    const address = await controlOf(server.dataDir);
    const erased = await callControl(address, 'erase', { userId: canary.userId });
    expect(erased).toEqual({ userId: canary.userId, position: expect.any(String) });
    for (const browser of [canary, witness, moderator, server.browser()]) {
      for (const path of paths()) {
        const { bytes } = await browser.ask('GET', path);
        expect([path, canariesIn(bytes)]).toEqual([path, []]);
      }
    }
    for (const path of images) expect((await witness.ask('GET', path)).status).toBe(404);
    const thief = server.browser();
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    expect((await thief.ask('GET', '/api/session')).json.user).toBeNull();
    const login = await thief.ask('POST', '/api/session', { body: { email: canary.email, password: 'engine-1843' } });
    expect(login.json.error.text).toBe('Incorrect. Please try again.');

    await server.close();
    expect(await filesWithCanaries()).toEqual({});
    expect(await pictureFiles()).toEqual([]);
  });

  it('[P10] stays so after a restart that builds the read models anew, and frees the address and the place in each count', async () => {
    const again = await testServer({ dataDir: server.dataDir });
    try {
      const browser = again.browser();
      await eventually(async () => (await viewsOf(browser)) === '2 of 2');
      await callControl(await controlOf(again.dataDir), 'rebuild', null);
      expect(await viewsOf(browser)).toBe('2 of 2');
      for (const path of paths()) {
        const { bytes } = await browser.ask('GET', path);
        expect([path, canariesIn(bytes)]).toEqual([path, []]);
      }
      const feed = await browser.ask('GET', '/api/topics/feed:ou');
      expect(feed.text).toContain('A post that stays.');
      const form = {
        id: randomUUID(),
        email: canary.email,
        name: 'New Person',
        password: 'engine-1843',
        acceptedTerms: true,
      };
      expect((await browser.ask('POST', '/api/registration', { body: form })).status).toBe(201);
    } finally {
      await again.close();
    }
  });
});
