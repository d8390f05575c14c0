import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { namesOf } from '#projections/kernel/topic.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { runPrivacy } from '#scripts/privacy.ts';
import type { Browser } from './support/browser.ts';
import { picture } from './support/pictures.ts';
import {
  eventually,
  mailedCode,
  type Student,
  signUp,
  signUpConfirmed,
  signUpMember,
  write,
  written,
} from './support/student.ts';
import { type TestServer, testServer } from './support/testServer.ts';

/** A word that nothing but the private campus holds. */
const CANARY = 'velocipede';
/** A graduation year that nobody else gives. */
const YEAR = 2_031;
const SAID_BY_CAL = new RegExp(`bio-canary|\\b${YEAR}\\b`);
/** Commands that are under way when the campus closes. */
const IN_FLIGHT = 20;

let server: TestServer;
let ada: Student;
let bob: Student;
let post: string;
let username: string;
const strangers: Record<string, Browser> = {};

const privacy = (is: 'public' | 'private', campus = 'ou') =>
  runPrivacy(campus, is, { data: server.dataDir }, { print: () => undefined } as never);

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
    '/feed.xml',
    '/home',
    `/post/${post}`,
    `/${username}`,
    ...topics.map((topic) => `/api/topics/${topic}`),
    `/api/search?show=latest&q=${CANARY}`,
    '/api/search?show=latest&standing=any',
    '/search?standing=any',
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

/** The places of a text that say that somebody is at UT, or how much a person writes in all. */
const membershipsIn = (text: string, userId: string) =>
  [...text.matchAll(/"(?:memberOf|campus)":"ut"|"(?:homes|authorCounters)","key":"([^"]*)"/g)]
    .filter(([, key = userId]) => key === userId)
    .map(([found]) => found);

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

  it('[CAMP-08] [P8] nobody outside learns of a member that they are one, nor bio or year, from what they did in public', async () => {
    const cal = await signUpMember(server, 'cal', await picture(80, 60), { name: 'Cal Moved', bio: 'bio-canary' });
    await cal.give('ChangeGraduationYear', { year: YEAR });
    const old = await write(cal, 'A typewriter');
    const comment = { text: written('Still there.'), media: [], root: old, parent: old };
    expect(await cal.give('AddComment', comment)).toMatchObject({ ok: true });
    expect(await cal.give('SavePost', { postId: old })).toMatchObject({ ok: true });
    const { documents } = (await cal.ask('GET', `/api/topics/${topicName.me(cal.userId)}`)).json;
    const photo = documents.find((each: { collection: string }) => each.collection === 'people').doc.picture.name;
    const school = { campus: 'ut', email: 'cal@utexas.edu' };
    expect(await cal.give('RequestSchoolCode', school)).toMatchObject({ ok: true });
    const code = await mailedCode(cal, school.email);
    const body = { id: randomUUID(), code, ...school };
    expect(await cal.ask('POST', '/api/school-verification', { body })).toMatchObject({ status: 200 });
    await privacy('private', 'ut');
    const topics = [
      topicName.feed('ou'),
      topicName.post(old),
      topicName.wall('ou', cal.userId),
      topicName.somePeople('ou', namesOf([cal.userId])),
      topicName.person(cal.userId),
      topicName.likes('ou', cal.userId),
      topicName.likedBy(old),
      topicName.latest(old),
      topicName.campus('ut'),
    ];
    const searches = [
      'latest&q=typewriter',
      'latest&q=canary',
      'latest&standing=any',
      'people&q=calmoved',
      'people&q=canary',
    ];
    const paths = [
      ...['/feed.xml', '/home', `/post/${old}`, `/post/${old}/likes`, '/calmoved', `/api/people/by-username/calmoved`],
      `/api/oembed?url=${encodeURIComponent(`http://ou.localhost/post/${old}`)}`,
      `/images/profilePics/${cal.userId}/320/${photo}`,
      ...topics.map((topic) => `/api/topics/${topic}`),
      ...searches.map((query) => `/api/search?show=${query}`),
    ];
    /** All that a browser reads there; a search that came too fast is asked again. */
    const read = async (browser: Browser) => {
      const texts: string[] = [];
      for (const path of paths) {
        const answer = await eventually(async () => {
          const given = await browser.ask('GET', path);
          return given.status !== 429 && given;
        });
        texts.push(answer.text);
      }
      return texts.join('\n');
    };
    for (const browser of [ada, ...Object.values(strangers)]) {
      const text = await read(browser);
      expect(text).toContain('calmoved');
      expect(text).not.toMatch(SAID_BY_CAL);
      expect(membershipsIn(text, cal.userId)).toEqual([]);
    }
    const own = await read(cal);
    expect(own).toMatch(SAID_BY_CAL);
    expect(membershipsIn(own, cal.userId)).toContain('"memberOf":"ut"');
    await privacy('public', 'ut');
  });

  it('[SAVE-11] saves that are under way when it closes take effect or are refused; later ones are refused', async () => {
    // Somebody who has given no command yet: the rate of one who has may be used up, on a quick machine.
    const wes = await signUpMember(server, 'wes', await picture(80, 60));
    const posts = await Promise.all(Array.from({ length: IN_FLIGHT }, (_, n) => write(wes, `Thing ${n}`)));
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
