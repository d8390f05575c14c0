import { expect, it } from '@jest/globals';
import type { ElementHandle } from 'playwright-core';
import { FEED_PAGE_POSTS } from '#domain/campus/limits.ts';
import { campuses, findCampus } from '#domain/campus/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { eventually } from './harness/eventually.ts';
import { action, button, card, dialog, field, heading, link, named } from './harness/find.ts';
import { cameWithPage } from './harness/frames.ts';
import { holdRequests } from './harness/holdBack.ts';
import { at, gone, seen, seesText, settle, wordsOf } from './harness/look.ts';
import { codeMailedTo, mailsTo } from './harness/mailbox.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import { setStage } from './harness/stage.ts';

/** Schools that a search for their state finds. */
const IN_TEXAS = campuses.filter(({ location }) => location.state === 'Texas').length;
/** First page of the two large campuses (FEED-04, Q32). */
const LARGE_FIRST_PAGE_POSTS = 25;
/** Words that would reveal the default campus. */
const DEFAULT_CAMPUS_WORDS = /\bOU\b|Oklahoma|Norman|\bou\.(edu|localhost)/;

let ann: Member;
let ula: Member;
let sam: Member;

const stage = setStage(async (server) => {
  [ann, ula, sam] = await Promise.all([
    makeMember(server, 'Ann Able'),
    makeMember(server, 'Ula Underwood', { campus: 'ut' }),
    makeMember(server, 'Sam Snow', { campus: 'smu' }),
  ]);
  await makeMember(server, 'Ben Baker', { stage: 'joined' });
  await ann.post('A bike in Norman');
  for (let number = 1; number <= LARGE_FIRST_PAGE_POSTS + 1; number += 1) await ula.post(`Longhorn thing ${number}`);
  for (let number = 1; number <= FEED_PAGE_POSTS + 1; number += 1) await sam.post(`Mustang thing ${number}`);
});

it(
  '[CAMP-01] [SHEL-17] ut.localhost is UT on every page: title, mark, colours, city, and not a word of the default campus',
  stage.scene(async ({ open, server }) => {
    const ut = findCampus('ut');
    const page = await open(null, { campus: 'ut' });
    await seen(page.getByRole('heading', { level: 1, name: 'UT Buy / Sell', exact: true }));
    await seesText(named(page, 'complementary', 'About This Group'), 'Austin, Texas');
    await page.waitForFunction(() => document.title.includes('UT Quad'));
    const brand = await page.evaluate(() => ({
      light: getComputedStyle(document.documentElement).getPropertyValue('--campus-light').trim(),
      mark: document.querySelector('header svg path')?.getAttribute('d'),
      tab: decodeURIComponent(document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? ''),
    }));
    expect(brand).toEqual({
      light: ut?.colours.light,
      mark: ut?.mark,
      tab: expect.stringContaining(`d="${ut?.mark}"`),
    });

    for (const path of ['/home', '/user_registration', '/register', '/login', '/settings/terms', '/404']) {
      await page.goto(server.origin('ut') + path);
      await seen(page.getByRole('heading', { level: 1 }));
      expect({ path, words: (await wordsOf(page)).match(DEFAULT_CAMPUS_WORDS) }).toEqual({ path, words: null });
      expect(await page.title()).toContain('UT');
    }
  }),
);

it(
  '[CAMP-01] [CAMP-10] [VERF-07] [VERF-10] joining on ut.localhost is joining UT: its domain, its mail, its welcome',
  stage.scene(async ({ open, server }) => {
    const uma = await makeMember(server, 'Uma Upton', { campus: 'ut', stage: 'confirmed', email: 'uma@mail.example' });
    const page = await open(uma, { path: '/settings/account/school_email' });
    const email = field(page, 'School email');
    await email.fill('uma@ou.edu');
    await button(page, 'Send code').click();
    await seesText(page, 'Enter a valid school email');
    await seesText(page, /^Ends in .*@utexas\.edu/);
    await email.fill('uma@utexas.edu');
    await button(page, 'Send code').click();
    await at(page, /^\/settings\/account\/verify_school_email/);
    expect((await wordsOf(page)).match(DEFAULT_CAMPUS_WORDS)).toBeNull();
    const code = await codeMailedTo(server, 'uma@utexas.edu');
    expect((await mailsTo(server, 'uma@utexas.edu'))[0]?.subject).toContain('UT verification code');
    await field(page, 'Verification code').fill(code);
    await at(page, '/home');
    await seen(card(page, 'has joined the community.').filter({ hasText: 'Uma U.' }));

    const elsewhere = await open(null, { campus: 'ou' });
    await seen(card(elsewhere, 'A bike in Norman'));
    expect(await card(elsewhere, 'Uma U.').count()).toBe(0);
  }),
);

it(
  '[CAMP-01] [CAMP-18 in part] [FEED-02] each campus has its own feed and its own number of verified members',
  stage.scene(async ({ open }) => {
    const ou = await open(null, { campus: 'ou' });
    const smu = await open(null, { campus: 'smu' });
    await seen(card(ou, 'A bike in Norman'));
    await seen(card(smu, `Mustang thing ${FEED_PAGE_POSTS + 1}`));
    expect(await card(ou, 'Mustang').count()).toBe(0);
    expect(await card(smu, 'Norman').count()).toBe(0);
    await seesText(ou.getByRole('complementary'), /^2\s+verified members$/);
    await seesText(smu.getByRole('complementary'), /^1\s+verified member$/);
  }),
);

it(
  '[CAMP-02] a host of no campus is the default campus',
  stage.scene(async ({ open }) => {
    const page = await open(null, { campus: 'nowhere' });
    await seen(page.getByRole('heading', { level: 1, name: 'OU Buy / Sell', exact: true }));
    await seen(card(page, 'A bike in Norman'));
  }),
);

it(
  '[VERF-17] [PROF-12] who logs in without a school is led to the school page, and from others’ profiles, too; not on the generic site',
  stage.scene(async ({ open, server }) => {
    const nina = await makeMember(server, 'Nina Noschool', { stage: 'confirmed', email: 'nina@mail.example' });
    for (const [campus, arrives, profile] of [
      ['ou', '/settings/account/school_email', '/settings/account/school_email?wanted=%2Fannable'],
      ['campus', '/home', '/annable'],
    ] as const) {
      const page = await open(null, { campus, path: '/login?method=password' });
      await field(page, 'Email').fill(nina.email);
      await field(page, 'Password').fill(PASSWORD);
      await button(page, 'Log in').click();
      await at(page, arrives);
      await page.goto(`${server.origin(campus)}/annable`);
      await at(page, profile);
    }
  }),
);

it(
  '[FEED-04] the first page holds 25 posts on UT and 15 on SMU, as the registry says',
  stage.scene(async ({ open }) => {
    for (const [campus, size] of [
      ['ut', LARGE_FIRST_PAGE_POSTS],
      ['smu', FEED_PAGE_POSTS],
    ] as const) {
      const page = await open(null, { campus });
      const first = await cameWithPage(page, topicName.feed(campus), 'posts');
      expect({ campus, first }).toEqual({ campus, first: size });
    }
  }),
);

it(
  '[FEED-08] an empty campus says so and offers the one thing to do',
  stage.scene(async ({ open }) => {
    const page = await open(null, { campus: 'mit' });
    await seen(heading(page, "Be the first... to create a post, it's so easy!"));
    await seesText(page.getByRole('complementary'), /^0\s+verified members$/);
    await button(page.getByRole('main'), 'Create Post').click();
    await seen(dialog(page, 'Sell it in seconds'));
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
  }),
);

it(
  '[FEED-08] who has joined is no content: an empty campus stays empty, and those who joined share a line',
  stage.scene(async ({ open, server }) => {
    const page = await open(null, { campus: 'duke' });
    const empty = heading(page, "Be the first... to create a post, it's so easy!");
    await seen(empty);
    const join = (name: string) => makeMember(server, name, { campus: 'duke', stage: 'joined' });
    const banner = page.getByRole('article');
    const texts = [
      ['Maya Moss', 'Maya M. has joined the community.'],
      ['Diego Diaz', 'Diego D. and Maya M. have joined the community.'],
      ['Zoe Zane', 'Zoe Z., Diego D. and 1 other have joined the community.'],
      ['Abe Ash', 'Abe A., Zoe Z. and 2 others have joined the community.'],
    ] as const;
    let first: ElementHandle | null = null;
    for (const [name, text] of texts) {
      await join(name);
      await seesText(banner, text);
      expect(await banner.count()).toBe(1);
      // The same row, not a new one each time, so that nothing flickers and the focus stays.
      first ??= await banner.elementHandle();
      expect(await banner.evaluate((now, before) => now === before, first)).toBe(true);
    }
    await seen(empty);
    await (await makeMember(server, 'Pia Post', { campus: 'duke' })).post('The first thing at Duke');
    await seen(card(page, 'The first thing at Duke'));
    await gone(empty);
    await seesText(page, "You've reached the end.");
  }),
);

it(
  '[CAMP-05] [CAMP-09] [SRCH-20] [SRCH-21] [SRCH-22 in part] [SRCH-23] the site of no single campus is a school picker: search as one types, and one thing to do',
  stage.scene(async ({ open, server, expectErrors }) => {
    const page = await open(null, { campus: 'campus' });
    await seen(page.getByRole('heading', { level: 1, name: 'Find Your School', exact: true }));
    const contact = named(page, 'complementary', 'Contact Us');
    await seesText(contact, /Ask for it by direct message/);
    await seesText(contact, /not affiliated with\s+any school/);
    await seen(page.getByRole('heading', { level: 2, name: 'Contact Us', exact: true }));
    const schools = named(page, 'list', 'Schools').getByRole('button');
    await eventually(
      'all schools are listed',
      async () => (await schools.count()) === campuses.length - 1 || undefined,
    );
    expect(await button(page, 'Create Post').count()).toBe(0);
    const words = named(page, 'searchbox', 'Search schools');
    expect(await words.getAttribute('placeholder')).toBe('Search schools');
    // An answer that comes late is not that of the words that stand there by then.
    const late = await holdRequests(page, /\/api\/search\?q=dallas/);
    await words.fill('dallas');
    await late.asked;
    await words.fill('texas');
    await eventually('all of Texas are left', async () => (await schools.count()) === IN_TEXAS || undefined);
    late.release();
    await page.evaluate(async () => void (await (await fetch('/api/search?q=dallas&show=schools')).text()));
    await settle(page);
    expect(await schools.count()).toBe(IN_TEXAS);
    await words.fill('dallas');
    await eventually('one school is left', async () => (await schools.count()) === 1 || undefined);
    await seesText(schools, 'Dallas, Texas, United States');
    await schools.filter({ hasText: 'Southern Methodist University' }).click();
    const picked = dialog(page, 'Southern Methodist University');
    await seen(picked.locator(`path[d="${findCampus('smu')?.mark}"]`));
    const buttons = await picked
      .getByRole('button')
      .evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent));
    expect(buttons).toEqual(['Join Campus', 'Close']);
    await button(picked, 'Join Campus').click();
    await seen(dialog(page, 'Join SMU'));
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await words.fill('zzzzzz');
    await seen(heading(page, 'No school found'));
    const asks = link(page.getByRole('main'), 'Message @quad_campus');
    expect(await asks.getAttribute('href')).toBe('https://social.quad.example/quad_campus');
    expectErrors(/ERR_FAILED/);
    await page.route('**/api/search*', (route) => route.abort());
    await words.fill('austin');
    await seen(heading(page, 'Something went wrong'));
    await page.unroute('**/api/search*');
    await button(page, 'Retry').click();
    await seesText(schools, 'Austin, Texas, United States');
    // An address opens a school, too; one that does not exist is said in the same window.
    await page.goto(`${server.origin('campus')}/search_schools?campus=duke`);
    await seen(button(dialog(page, 'Duke University'), 'Join Campus'));
    await page.goto(`${server.origin('campus')}/search_schools?campus=hogwarts`);
    await button(dialog(page, 'Something went wrong'), 'Close').first().click();
    await gone(page.getByRole('dialog'));
    await seen(schools.first());
    await page.goto(`${server.origin('campus')}/user_registration`);
    await seesText(page, /^Everything students of every campus sell,/);
  }),
);

it(
  '[CAMP-16 in part] a person who logged in under the bare name of the machine is signed in on other campuses, too',
  stage.scene(async ({ open, server }) => {
    const page = await open(null);
    const bare = server.origin().replace('//ou.', '//');
    await page.goto(`${bare}/login`);
    await field(page, 'Email').fill(ula.email);
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await page.waitForURL(`${bare}/home`);
    await page.goto(`${bare}/search_schools`);
    await button(page, /^University of Texas/).click();
    await button(dialog(page, 'University of Texas'), 'View Your Campus').click();
    await page.waitForURL(`${server.origin('ut')}/home`);
    await seen(page.getByRole('button', { name: /^Account menu: Ula/ }));
  }),
);

it(
  '[SRCH-22 in part] [VERF-20] [VERF-15] who has no school joins one from the generic site, whose landing leads there from then on',
  stage.scene(async ({ open, server }) => {
    const ian = await makeMember(server, 'Ian Inner', { campus: 'ut', stage: 'confirmed', email: 'ian@mail.example' });
    const page = await open(ian, { campus: 'campus' });
    await link(page, /^Verify your account/).click();
    await at(page, '/search_schools');
    await button(page, /^University of Texas/).click();
    await button(dialog(page, 'University of Texas'), 'Join Campus').click();
    await at(page, '/settings/account/school_email?campus=ut');
    await field(page, 'School email').fill('ian@utexas.edu');
    await button(page, 'Send code').click();
    await field(page, 'Verification code').fill(await codeMailedTo(server, 'ian@utexas.edu'));
    await at(page, '/search_schools');
    await page.goto(`${server.origin('campus')}/home`);
    await page.waitForURL(`${server.origin('ut')}/home`);
    await seen(page.getByRole('button', { name: /^Account menu: Ian/ }));
  }),
);

it(
  '[CAMP-06] [CAMP-16] [CAMP-17] [SRCH-22] a member is led to the own campus and visits another one as a guest, signed in on each host, and joins to post',
  stage.scene(async ({ open, server }) => {
    const page = await open(ula, { campus: 'campus' });
    await button(page, /^Visit Your Campus/).click();
    await page.waitForURL(`${server.origin('ut')}/home`);
    await seen(page.getByRole('button', { name: /^Account menu: Ula/ }));

    await page.goto(`${server.origin('ut')}/search_schools`);
    await button(page, /^University of Texas/).click();
    await button(dialog(page, 'University of Texas'), 'View Your Campus').click();
    await at(page, '/home');
    await page.goto(`${server.origin('ut')}/search_schools`);
    await button(page, /^University of Oklahoma/).click();
    await button(dialog(page, 'University of Oklahoma'), 'Visit As Guest').click();
    await page.waitForURL(`${server.origin('ou')}/home`);
    await seen(page.getByRole('button', { name: /^Account menu: Ula/ }));
    expect(page.url()).not.toContain('#');
    const bike = card(page, 'A bike in Norman');
    await action(bike, 'Save').click();
    await seen(action(bike, 'Saved!'));
    await action(bike, 'Comment').click();
    await seen(dialog(page, 'Join Campus'));
  }),
);

it(
  '[P9] a link with a code that somebody else asked for signs nobody in as them, and no code stays in the address',
  stage.scene(async ({ open, server }) => {
    const thief = await open(ann);
    const code = await thief.evaluate(async () => {
      const body = JSON.stringify({ campus: 'ut', state: '0'.repeat(32) });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/api/hand-over', { method: 'POST', headers, body });
      return ((await answer.json()) as { code: string }).code;
    });
    const words = new URLSearchParams({ code, path: '/home' });
    const victim = await open(null, { campus: 'ut', path: `/hand-over#${words}` });
    await victim.waitForURL(`${server.origin('ut')}/home`);
    await seen(link(named(victim, 'navigation', 'Main'), 'Log In'));
    expect(victim.url()).not.toContain(code);
  }),
);

it(
  '[CAMP-14 in part] [FEED-25] a shared link opened on another campus’s host moves to the host of its campus, and the parameter goes',
  stage.scene(async ({ open, server }) => {
    const post = await ann.post('A lamp to share');
    const page = await open(null, { campus: 'ut', path: `/post/${post}?redirect=true` });
    await page.waitForURL(`${server.origin('ou')}/post/${post}`);
    await seen(card(page, 'A lamp to share'));
    const guest = await open(ula, { path: `/post/${post}?redirect=true` });
    await guest.waitForURL(`${server.origin('ou')}/post/${post}`);
    await seen(guest.getByRole('button', { name: /^Account menu: Ula/ }));
    await page.goto(`${server.origin('ut')}/annable?redirect=true`);
    await page.waitForURL(`${server.origin('ou')}/annable`);
    await page.goto(`${server.origin('ou')}/post/${post}?redirect=true`);
    await page.waitForURL(`${server.origin('ou')}/post/${post}`);
  }),
);

it(
  '[CAMP-07] [CAMP-08] [CAMP-14 in part] a campus that becomes private is gone from every open page but those of its members, and comes back when it opens',
  stage.scene(async ({ open, server, expectErrors }) => {
    // A question of a page just as the campus closes, for a picture or its ads, is refused like everything else.
    expectErrors(/status of 404 .*\/smu\.localhost:\d+\/images\//);
    expectErrors(/status of 403 .*\/api\/sponsored\/smu/);
    const post = await sam.post('A secret saddle');
    const privacy = (is: 'private' | 'public') => server.order('privacy', { campus: 'smu', privacy: is });
    const [visitor, foreign, member] = await Promise.all([
      open(null, { campus: 'smu' }),
      open(ann, { campus: 'smu', path: `/post/${post}` }),
      open(sam),
    ]);
    for (const page of [visitor, foreign, member]) await seen(card(page, 'A secret saddle'));
    await privacy('private');
    for (const page of [visitor, foreign]) {
      await seen(heading(page, 'This community is private.'));
      expect(await wordsOf(page)).not.toMatch(/saddle|Sam|verified member/);
      for (const path of ['/home', '/media', `/post/${post}`, `/media/${post}`, '/samsnow']) {
        await page.goto(server.origin('smu') + path);
        await seen(heading(page, 'This community is private.'));
        // Of a page that lies over another one both are closed, and one says so.
        expect(await heading(page, 'This community is private.').count()).toBe(1);
        expect(await page.content()).not.toMatch(/saddle/);
      }
    }
    await button(visitor, 'Click to Join').click();
    await seen(dialog(visitor, 'Join SMU'));
    await visitor.keyboard.press('Escape');
    // An address of another campus is not its affair: it moves there.
    const lamp = await ann.post('A lamp for everybody');
    for (const path of [`/post/${lamp}`, `/media/${lamp}`, '/annable']) {
      await visitor.goto(`${server.origin('smu')}${path}?redirect=true`);
      await visitor.waitForURL(server.origin('ou') + path);
    }
    await visitor.goto(`${server.origin('smu')}/post/${post}?redirect=true`);
    await seen(heading(visitor, 'This community is private.'));
    await seen(card(member, 'A secret saddle'));
    await visitor.goto(`${server.origin('smu')}/home`);
    await privacy('public');
    await seen(card(visitor, 'A secret saddle'));
  }),
);
