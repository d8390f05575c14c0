import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { blocksPage } from './harness/dialogs.ts';
import { eventually } from './harness/eventually.ts';
import { action, button, card, dialog, field, heading, link, menuItem, named, region } from './harness/find.ts';
import { failCommands, holdBack } from './harness/holdBack.ts';
import { alerted, at, expectNoSidewaysScroll, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { picture } from './harness/pictures.ts';
import { offers } from './harness/profileMenu.ts';
import { PHONE, REFUSED, setStage } from './harness/stage.ts';

/** Characters of a bio (PROF-16). */
const BIO_MAX = 160;
/** Characters of a first or last name (PROF-22). */
const NAME_MAX = 20;
/** Zoom after ten presses of an arrow key. */
const ZOOM = 1.5;

let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
  await ann.post('A lamp on a profile');
  await makeMember(server, 'Una Uneasy', { stage: 'registered' });
});

it(
  '[PROF-09] [PROF-10] a profile shows picture, bio, month of joining and posts; a name leads to it from a card',
  stage.scene(async ({ open }) => {
    const page = await open(null);
    await link(card(page, 'A lamp on a profile'), 'Ann A.').click();
    await at(page, '/annable');
    await seesText(page, 'I am Ann Able, and I sell what I no longer need.');
    const month = new Date().toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'America/Chicago' });
    await seesText(page, `Joined ${month}`);
    await seen(card(page, 'A lamp on a profile'));

    // Of those who have not confirmed their address it is not said.
    await page.goto(new URL('/unauneasy', page.url()).href);
    await seesText(page, '@unauneasy');
    await seesText(page, '0 posts');
    expect(await page.getByText(/Joined/).count()).toBe(0);
  }),
);

it(
  "[PROF-01] a user name in the address is a profile for everyone, in any case; no user name is one's own",
  stage.scene(async ({ open }) => {
    const visitor = await open(null, { path: '/ANNable' });
    await seesText(visitor.getByRole('main'), '@annable');
    const own = await open(ann, { path: '/profile' });
    await seesText(own.getByRole('main'), '@annable');
    await at(own, '/profile');
    await own.goto(new URL('/AnnAble', own.url()).href);
    await seesText(own.getByRole('main'), '@annable');
    await seen(own.getByRole('heading', { level: 1, name: 'Profile', exact: true }));
  }),
);

it(
  '[PROF-28] a new picture shows everywhere at once, under an address of its own',
  stage.scene(async ({ open, server }) => {
    const pia = await makeMember(server, 'Pia Pretty');
    await pia.post('A frame without a picture');
    const page = await open(null);
    const face = async () => card(page, 'A frame without a picture').locator('img[alt=""]').first().getAttribute('src');
    await seen(card(page, 'A frame without a picture'));
    const before = await face();
    expect(before).toContain(`/images/profilePics/${pia.userId}/`);
    await pia.changePicture(await picture(7));
    const after = await eventually('the new face is shown', async () => {
      const now = await face();
      return now !== before ? now : undefined;
    });
    expect(after).toContain(`/images/profilePics/${pia.userId}/`);
  }),
);

it(
  '[PROF-21] [PROF-22] [PROF-24 in part] [PROF-25] [SHEL-12 in part] [SHEL-13] a new name is everywhere at once, behind its overlay',
  stage.scene(async ({ open, server }) => {
    const nora = await makeMember(server, 'Nora Newname');
    const post = await nora.post('A mirror that is renamed');
    await ann.comment(post, 'Which mirror?');
    await nora.comment(post, 'The one in the hall');
    const reader = await open(ann, { path: `/post/${post}` });
    await seen(link(card(reader, 'The one in the hall'), 'Nora N.'));

    const page = await open(nora, { path: '/404' });
    const answers = await holdBack(page, '[{"ok":true,"position":"');
    await page.goto(new URL('/profile', page.url()).href);
    await link(page, 'Edit Profile').click();
    await at(page, '/profile/edit');
    const row = page.getByRole('button', { name: /^Display name/ });
    await row.click();
    const window = await seen(dialog(page, 'Edit display name'));
    await seen(field(window, 'First name').and(page.locator(':focus')));
    expect(await button(window, 'Save').isDisabled()).toBe(true);
    await field(window, 'First name').fill(' Nora ');
    expect(await button(window, 'Save').isDisabled()).toBe(true);
    await field(window, 'First name').fill('y'.repeat(NAME_MAX + 5));
    expect(await field(window, 'First name').inputValue()).toBe('y'.repeat(NAME_MAX));
    await field(window, 'First name').fill('');
    expect(await button(window, 'Save').isDisabled()).toBe(true);
    await field(window, 'First name').fill(' Nora ');
    await field(window, 'Last name').fill('');
    expect(await button(window, 'Save').isDisabled()).toBe(true);
    await field(window, 'Last name').fill('x'.repeat(NAME_MAX + 5));
    expect(await field(window, 'Last name').inputValue()).toBe('x'.repeat(NAME_MAX));
    await field(window, 'Last name').fill('4711');
    await button(window, 'Save').click();
    await seesText(window, 'Your Name is Invalid.');
    await page.keyboard.press('Escape');
    await button(await seen(dialog(page, 'Discard changes?')), 'Keep Editing').click();
    // The focus comes back a task later, and takes what is typed.
    await seen(field(window, 'Last name').and(page.locator(':focus')));
    await field(window, 'First name').fill('Eleonora');
    await field(window, 'Last name').fill('de la Cruz');

    await page.keyboard.press('Enter');
    const overlay = await seen(named(page, 'alertdialog', 'Updating account data...'));
    await seesText(overlay, 'This can take up to 30 seconds. DO NOT re-load the page!');
    await blocksPage(page, 'Updating account data...');
    answers.release();
    await alerted(page, 'Account Updated!', 'success');
    await gone(page.getByRole('dialog'));
    await seen(row.and(page.locator(':focus')));
    await seen(page.getByRole('button', { name: /Eleonora de la Cruz/ }).first());

    // Post and comment of somebody who looks on, without a reload.
    await seen(link(card(reader, 'A mirror that is renamed'), 'Eleonora de la Cruz'));
    await seen(link(card(reader, 'The one in the hall'), 'Eleonora de la Cruz'));
  }),
);

it(
  '[PROF-22] [PROF-25] [PROF-26] a bio that could not be saved stays typed, with Retry; the year is optional (Q23, Q80)',
  stage.scene(async ({ open, server }) => {
    const page = await open(await makeMember(server, 'Rita Retry'), { path: '/404' });
    const fault = await failCommands(page, 'Typed once');
    await page.goto(new URL('/profile/edit', page.url()).href);
    await page.getByRole('button', { name: /^Bio/ }).click();
    const window = await seen(dialog(page, 'Edit bio'));
    const saved = await field(window, 'Bio').inputValue();
    await seesText(window, `${saved.length} / ${BIO_MAX}`);
    expect(await button(window, 'Save').isDisabled()).toBe(true);
    await field(window, 'Bio').fill('   ');
    expect(await button(window, 'Save').isDisabled()).toBe(true);
    await field(window, 'Bio').fill('Typed once, saved at last.');
    await button(window, 'Save').click();
    await seesText(window, 'Something went wrong. This is not saved yet.');
    expect(await field(window, 'Bio').inputValue()).toBe('Typed once, saved at last.');
    fault.restore();
    await button(window, 'Retry').click();
    await alerted(page, 'Profile Updated', 'success');
    await seen(page.getByRole('button', { name: /Typed once, saved at last/ }));

    await page.getByRole('button', { name: /^Graduation year/ }).click();
    const year = await seen(dialog(page, 'Edit graduation year'));
    await field(year, 'Graduation year').fill('1900');
    await button(year, 'Save').click();
    await seesText(year, /^Please choose a year from 1950 to/);
    await field(year, 'Graduation year').fill('2028');
    await button(year, 'Save').click();
    await gone(page.getByRole('dialog'));
    await button(page, 'Back').click();
    await page.goto(new URL('/profile', page.url()).href);
    await seesText(page, 'Class of 2028');
  }),
);

it(
  '[PROF-21] [PROF-23] [PROF-24 in part] a photo is chosen, cropped by keyboard and saved; visitors log in first',
  stage.scene(async ({ open, server }) => {
    const phil = await makeMember(server, 'Phil Photo');
    await phil.post('A frame for a new face');
    const reader = await open(null);
    await seen(card(reader, 'A frame for a new face'));
    const face = () => card(reader, 'A frame for a new face').locator('img[alt=""]').first().getAttribute('src');
    const before = await face();

    const page = await open(phil, { path: '/profile/edit', screen: PHONE });
    await button(page, 'Change photo').click();
    const window = await seen(dialog(page, 'Edit profile photo'));
    expect(await button(window, 'Save').isDisabled()).toBe(true);
    const picker = window.locator('input[type="file"]');
    await picker.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await alerted(page, 'Only photos are allowed!', 'danger');
    await picker.setInputFiles(await picture(4));
    const stageOfCrop = named(window, 'group', 'Photo: arrow keys move it');
    await seen(stageOfCrop);
    const zoom = named(window, 'slider', 'Zoom');
    await zoom.focus();
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowRight');
    expect(Number(await zoom.inputValue())).toBe(ZOOM);
    const place = () => stageOfCrop.evaluate((element) => element.parentElement?.querySelector('img')?.style.transform);
    const start = await place();
    await stageOfCrop.focus();
    await page.keyboard.press('ArrowLeft');
    await eventually('the picture has moved', async () => ((await place()) === start ? undefined : true));
    await button(window, 'Save').click();
    await alerted(page, 'Account Updated!');
    await eventually('the new face is shown', async () => ((await face()) === before ? undefined : true));
    // The wide picture is square: only the chosen part was sent.
    const sides = await reader.evaluate(
      async (address) => {
        const whole = await createImageBitmap(await (await fetch(address)).blob());
        return [whole.width, whole.height];
      },
      ((await face()) ?? '').replace(/[?]w=.*/, ''),
    );
    expect(sides).toEqual([420, 420].map((side) => expect.closeTo(side / ZOOM, -1)));

    const visitor = await open(null, { path: '/profile/edit' });
    await at(visitor, '/login');
  }),
);

/** Opens a part of a profile. */
const tab = (page: Page, name: string) => link(named(page, 'navigation', 'Parts of the profile'), name);

it(
  '[SAVE-02 in part] [SAVE-05 in part] [FEED-29 in part] the number of likes leads to those who saved a post, live, and Save says that they are seen',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const [lee, kim] = await Promise.all([makeMember(server, 'Lee Liker'), makeMember(server, 'Kim Keeper')]);
    const post = await ann.post('A globe that is liked');
    const page = await open(lee, { path: `/post/${post}/likes` });
    await seen(page.getByRole('heading', { level: 1, name: 'Liked by', exact: true }));
    await seen(heading(page, 'No likes yet'));
    await link(page, 'Go To Post').click();
    await at(page, `/post/${post}`);
    const head = card(page, 'A globe that is liked');
    await seen(
      head.getByTitle('Nobody has saved this yet. Everyone who can see this post can see who saved it.', {
        exact: true,
      }),
    );
    await action(head, 'Save').click();
    await alerted(page, 'Post saved.');
    await link(head, '1 like').click();
    await at(page, `/post/${post}/likes`);

    // A visitor looks on, on a phone.
    const visitor = await open(null, { path: `/post/${post}/likes`, screen: PHONE });
    const people = named(visitor, 'list', 'Liked by').getByRole('listitem');
    for (const each of [page, visitor]) await seen(named(each, 'list', 'Liked by').getByText('@leeliker'));
    await kim.save(post);
    await seesText(visitor, '@kimkeeper');
    expect(await people.allTextContents()).toEqual([
      expect.stringContaining('Kim K.@kimkeeper'),
      expect.stringContaining('Lee L.@leeliker'),
    ]);
    expect(await button(visitor, 'Message').count()).toBe(0);
    await lee.give('UnsavePost', { postId: post });
    await gone(visitor.getByText('@leeliker'));
    await expectNoSidewaysScroll(visitor);
    await people.getByRole('link').click();
    await at(visitor, '/kimkeeper');
    await button(visitor, 'Back').click();
    await seesText(visitor, '@kimkeeper');
    await ann.give('DeletePost', { postId: post });
    for (const each of [page, visitor]) await seesText(each, 'Sorry, that post has been deleted.');
    await page.goto(new URL(`/post/${crypto.randomUUID()}/likes`, page.url()).href);
    await seesText(page, "Hmm...this page doesn't exist. Try searching for something else.");
  }),
);

it(
  '[PROF-02] [PROF-04 in part] [SAVE-10] [PROF-07 in part] the tabs of a profile are addresses, live: posts, photos, replies and likes',
  stage.scene(async ({ open, server }) => {
    const tess = await makeMember(server, 'Tess Tabs');
    const plain = await tess.post('A chair without a picture');
    const shown = await tess.post('A chair with two pictures', [await picture(1), await picture(2)]);
    const lamp = await ann.post('A lamp that is liked');
    await ann.comment(plain, 'Is it red?');
    await tess.comment(lamp, 'Does it still shine?');
    await tess.save(lamp);

    const page = await open(ann, { path: '/tesstabs' });
    await seesText(page, 'A chair without a picture');
    expect(await page.getByRole('article').first().textContent()).toContain('without a picture');
    await seen(button(region(page, 'Profile'), 'Send Message'));
    expect(await link(page, 'Edit Profile').count()).toBe(0);
    await tab(page, 'Photos').click();
    await at(page, '/tesstabs?show=photos');
    const tiles = named(page, 'list', 'Photos').getByRole('listitem');
    await seen(link(tiles, '2 photos: A chair with two pictures'));
    expect(await tiles.count()).toBe(1);
    await tess.give('DeletePost', { postId: shown });
    await seen(heading(page, 'No photos yet'));
    await tab(page, 'Replies').click();
    await seesText(card(page, 'Does it still shine?'), /On Ann A.: “A lamp that is liked”/);
    await tess.comment(lamp, 'A second question');
    await seen(card(page, 'A second question'));
    expect(await page.getByRole('article').first().textContent()).toContain('A second question');

    await tab(page, 'Likes').click();
    await page.reload();
    await seen(card(page, 'A lamp that is liked'));
    const own = await open(tess, { path: '/profile?show=likes' });
    await link(own, 'Edit Profile').waitFor();
    await action(card(own, 'A lamp that is liked'), 'Saved!').click();
    // While one points at it, it stays.
    await button(own, 'Undo').hover();
    for (const each of [own, page]) await seen(heading(each, 'No likes yet'));
    await button(own, 'Undo').click();
    for (const each of [own, page]) await seen(card(each, 'A lamp that is liked'));
    await ann.give('DeletePost', { postId: lamp });
    for (const each of [own, page]) await seen(heading(each, 'No likes yet'));
    await tab(page, 'Replies').click();
    await seen(heading(page, 'No replies yet'));
    // A part that does not exist is the first one.
    await page.goto(new URL('/tesstabs?show=nothing', page.url()).href);
    await seen(card(page, 'A chair without a picture'));
  }),
);

it(
  "[PROF-05] the menu of a profile copies its link; an account without a school is claimed, somebody else's is reported",
  stage.scene(async ({ open, server }) => {
    const page = await open(ann, { path: '/unauneasy' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await eventually('Una can be reported', async () => (await offers(page)).includes('Report Una U.') || undefined);
    expect(await offers(page)).toEqual(['Copy link to profile', 'Report Una U.']);
    await button(page, 'Profile options').click();
    await menuItem(page, 'Copy link to profile').click();
    await alerted(page, 'Copied to clipboard');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.origin()}/unauneasy`);
    await page.goto(`${server.origin()}/profile`);
    expect(await offers(page)).toEqual(['Copy link to profile']);

    const visitor = await open(null, { path: '/annable' });
    expect(await offers(visitor)).toEqual(['Copy link to profile']);
    await visitor.goto(`${server.origin()}/unauneasy`);
    expect(await offers(visitor)).toEqual(['Copy link to profile', 'Claim this account']);
    await button(visitor, 'Profile options').click();
    await menuItem(visitor, 'Claim this account').click();
    await visitor.waitForURL(/\/login\/sent[?]email=u/);
  }),
);

it(
  '[PROF-11] [PROF-13] who is not there, and a server that fails, are said apart',
  stage.scene(async ({ open, server, expectErrors }) => {
    for (const complaint of [REFUSED, /status of 500/]) expectErrors(complaint);
    const page = await open(ann, { path: '/nobodyatall' });
    await seen(heading(page, "This page doesn't exist"));
    await seesText(page, 'Try searching for something else');
    expect(await link(page.getByRole('main'), 'Search').getAttribute('href')).toBe('/search');
    let fails = true;
    await page.route('**/api/people/by-username/**', (route) =>
      fails
        ? route.fulfill({ status: 500, json: { errors: [{ code: 'FAULT', msg: 'something went wrong' }] } })
        : route.continue(),
    );
    await page.goto(`${server.origin()}/unauneasy`);
    await seen(heading(page, 'Something went wrong'));
    fails = false;
    await button(page, 'Retry').click();
    await seesText(page, '@unauneasy');
  }),
);

it(
  '[SHEL-05 in part] a long name in two directions and a bio of 160 characters fit on a phone, on cards too',
  stage.scene(async ({ open, server }) => {
    const lou = await makeMember(server, 'Lou Long');
    await lou.give('ChangeName', { firstName: 'مريم عبدالرحمن ابو', lastName: 'Wolfeschlegelsteinha' });
    await lou.give('ChangeBio', { bio: `🎸 أبيع كتبا قديمة ${'b'.repeat(BIO_MAX - 18)}` });
    await lou.post('A card of a long name');
    const page = await open(lou, { path: '/profile', screen: PHONE });
    await seen(card(page, 'A card of a long name'));
    await expectNoSidewaysScroll(page);
    await page.goto(new URL('/profile/edit', page.url()).href);
    await seen(page.getByRole('button', { name: /^Bio/ }));
    await expectNoSidewaysScroll(page);
  }),
);

it(
  '[CAMP-18 in part] a profile that is seen on another campus says what its count counts, what its list lists, and leads home',
  stage.scene(async ({ open, server }) => {
    const gus = await makeMember(server, 'Gus Guest');
    await gus.post('A kite of the home campus');
    const home = await open(gus, { path: '/gusguest' });
    await seen(card(home, 'A kite of the home campus'));
    await seen(home.getByRole('main').getByText('1 post', { exact: true }));

    const away = await open(null, { campus: 'ut', path: '/gusguest' });
    const main = away.getByRole('main');
    await seen(main.getByText('1 post on all campuses', { exact: true }));
    await seen(heading(main, 'No posts at UT'));
    await gone(main.getByText('No posts yet'));
    await button(away, 'See the profile at OU').click();
    await seen(card(away, 'A kite of the home campus'));
    expect(new URL(away.url()).hostname).toBe('ou.localhost');
  }),
);
