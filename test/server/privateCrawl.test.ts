import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { topicName } from '#projections/sync/topicNames.ts';
import { runPrivacy } from '#scripts/privacy.ts';
import type { Browser } from './support/browser.ts';
import { picture } from './support/pictures.ts';
import { eventually, type Student, signUp, signUpConfirmed, signUpMember, write, written } from './support/student.ts';
import { type TestServer, testServer } from './support/testServer.ts';

/** A word that nothing but the private campus holds. */
const CANARY = 'velocipede';
/** Commands that are under way when the campus closes. */
const IN_FLIGHT = 20;

let server: TestServer;
let ada: Student;
let bob: Student;
let post: string;
let username: string;
const strangers: Record<string, Browser> = {};

const privacy = (is: 'public' | 'private') =>
  runPrivacy('ou', is, { data: server.dataDir }, { print: () => undefined } as never);

beforeAll(async () => {
  server = await testServer();
  ada = await signUpMember(server, 'ada', await picture(80, 60));
  bob = await signUpConfirmed(server, 'bob', 'Bob Baker');
  username = 'adalovelace';
  post = await write(ada, `A ${CANARY} for sale`);
  Object.assign(strangers, {
    'a visitor': server.browser(),
    'without a confirmed address': await signUp(server, 'una', 'Una Under'),
    'without a school': bob,
  });
});
afterAll(() => server.end());

/** Everything that can be read of the campus over HTTP, by whatever host. */
function channels(): readonly string[] {
  const topics = [
    topicName.feed('ou'),
    topicName.campus('ou'),
    topicName.post(post),
    topicName.latest(post),
    topicName.wall('ou', ada.userId),
    topicName.person(ada.userId),
  ];
  return [
    '/home',
    `/post/${post}`,
    `/${username}`,
    ...topics.map((topic) => `/api/topics/${topic}`),
    `/api/search?show=latest&q=${CANARY}`,
    `/api/search?show=people&q=${username}`,
    `/api/people/by-username/${username}`,
    `/api/posts/${post}/img_gallery`,
  ];
}

/** Everything that a browser reads on every channel, as one text. */
async function crawl(browser: Browser): Promise<string> {
  const answers = await Promise.all(channels().map((path) => browser.ask('GET', path)));
  return answers.map(({ text }) => text).join('\n');
}

describe('a private campus', () => {
  it('[CAMP-07 in part] [CAMP-08] [P8] lets no word of it out to anybody but its members, on no channel, and opens again', async () => {
    const secrets = new RegExp(`${CANARY}|Lovelace|${ada.userId}`);
    await eventually(async () => (await ada.ask('GET', `/api/search?show=latest&q=${CANARY}`)).json.hits?.length === 1);
    for (const browser of [ada, ...Object.values(strangers)]) expect(await crawl(browser)).toMatch(secrets);
    await privacy('private');
    for (const [who, browser] of Object.entries(strangers)) {
      const text = await crawl(browser);
      expect([who, secrets.exec(text)?.[0]]).toEqual([who, undefined]);
    }
    expect(await crawl(ada)).toMatch(secrets);
    await privacy('public');
    for (const browser of Object.values(strangers)) expect(await crawl(browser)).toMatch(secrets);
  });

  it('[SAVE-11] saves that are under way when it closes take effect or are refused; later ones are refused', async () => {
    const posts = await Promise.all(Array.from({ length: IN_FLIGHT }, (_, n) => write(ada, `Thing ${n}`)));
    const saves = posts.map((postId) => bob.give('SavePost', { postId }));
    const [answers] = await Promise.all([Promise.all(saves), privacy('private')]);
    for (const answer of answers) {
      if (answer.ok !== true) expect(answer.refusal.code).toBe('CAMPUS_PRIVATE');
    }
    expect(await bob.give('SavePost', { postId: post })).toMatchObject({
      ok: false,
      refusal: { code: 'CAMPUS_PRIVATE' },
    });
    const comment = { text: written('Mine?'), media: [], root: post, parent: post };
    expect(await bob.give('AddComment', comment)).toMatchObject({ ok: false });
    expect(await bob.give('UnsavePost', { postId: post })).toMatchObject({ ok: true });
    await privacy('public');
  });
});
