import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { userRejections } from '#domain/user/rejections.ts';
import { openComposer, writePost } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, dialog, field, heading, link, named, radio } from './harness/find.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { codeMailedTo, linkMailedTo, mailsTo } from './harness/mailbox.ts';
import { makeMember, PASSWORD } from './harness/member.ts';
import { picture, pictures } from './harness/pictures.ts';
import { DESKTOP, PHONE, REFUSED, setStage } from './harness/stage.ts';

/** Taps, and screens, of the way from the landing page to the first post that a campus address may cost (issue 27). */
const MAX_TAPS = 14;
const MAX_SCREENS = 6;

const stage = setStage();

/**
 * Counts what a person does. A tap is a press on something of the page: a link, a button, a tick, or a field that does not
 * have the focus. Typing is none, nor is the key of the keyboard that leads to the next field, nor the choice of a file in
 * the window of the system. A screen is an address at which the person taps or types.
 */
function counting(page: Page) {
  const screens = new Set<string>();
  let taps = 0;
  const here = () => screens.add(new URL(page.url()).pathname);
  const tap = async (on: Locator) => {
    await seen(on);
    here();
    taps += 1;
    await on.click();
  };
  return {
    tap,
    async type(into: Locator, text: string) {
      await seen(into);
      here();
      if (!(await into.evaluate((element) => element === document.activeElement))) await tap(into);
      await page.keyboard.type(text);
    },
    nextField: () => page.keyboard.press('Tab'),
    counted: () => ({ taps, screens: [...screens] }),
  };
}

it(
  '[SHOP-B] [PROF-27] [POST-15] the composer opens at once; Post asks for picture and bio, and leads back to the words and photos, which one press sends',
  stage.scene(async ({ open, server }) => {
    for (const [name, screen] of [
      ['Fay First', PHONE],
      ['Fred First', DESKTOP],
    ] as const) {
      const page = await open(await makeMember(server, name, { stage: 'joined' }), { screen, path: '/saved' });
      const words = `A lamp of ${name}`;
      const composer = dialog(page, 'Create Post');
      await page.goto(`${server.origin()}/home`);
      await (await writePost(page, words, await pictures(2))).click();
      const asking = await seen(dialog(page, 'Your profile is not complete'));
      await seesText(asking, 'Please pick a profile picture and add a bio before posting.');
      await link(asking, 'Set up profile').click();
      await at(page, '/profile/set-up?goBack=create-home');
      const wizard = await seen(dialog(page, 'Set up your profile'));
      await wizard.locator('input[type="file"]').setInputFiles(await picture(3));
      await button(wizard, 'Next').click();
      await field(wizard, 'Bio').fill('I have lamps.');
      await button(wizard, 'Save').click();
      await button(wizard, 'Next').click();
      await button(wizard, 'Continue Posting').click();

      await at(page, '/create/post?goBack=home');
      await seesText(composer, words);
      const photos = named(composer, 'list', 'Chosen photos and videos').getByRole('listitem');
      await seen(photos.nth(1));
      expect(await photos.count()).toBe(2);
      await button(composer, 'Post').click();
      await alerted(page, 'Posted! Your post was sent.');
      await gone(composer);
      await at(page, '/home');
      await seen(card(page, words));
      // The way back leads past the composer and the set-up, which are done.
      await page.goBack();
      await at(page, '/saved');
    }
  }),
);

it(
  '[SHOP-B] [AUTH-11] [VERF-13] [PROF-27] a campus address needs at most 14 taps and 6 screens from the landing page to its first post, on a phone and on a desktop',
  stage.scene(async ({ open, server }) => {
    for (const [name, screen] of [
      ['Tom Tapper', PHONE],
      ['Tess Tapper', DESKTOP],
    ] as const) {
      const email = `${name.toLowerCase().replace(' ', '.')}@ou.edu`;
      const page = await open(null, { screen, path: '/user_registration' });
      const { tap, type, nextField, counted } = counting(page);
      await tap(link(page, 'Sign up with email'));
      await seen(field(page, 'Email').and(page.locator(':focus')));
      await type(field(page, 'Email'), email);
      await nextField();
      await type(field(page, 'Name'), name);
      await nextField();
      await type(field(page, 'Password'), PASSWORD);
      await tap(page.getByRole('checkbox', { name: /^Join OU with this email/ }));
      await tap(page.getByRole('checkbox', { name: /Terms of Service/ }));
      await tap(button(page, 'Create account'));

      await at(page, '/verify');
      await seen(field(page, 'Verification code').and(page.locator(':focus')));
      await type(field(page, 'Verification code'), await codeMailedTo(server, email));
      await at(page, '/home');
      await alerted(page, 'Welcome to OU!');

      await tap(page.getByRole('button', { name: /^(Create Post|Add post)$/ }).first());
      const composer = await seen(dialog(page, 'Create Post'));
      await seen(field(composer, 'Post').and(page.locator(':focus')));
      await type(field(composer, 'Post'), `A desk of ${name}`);
      await tap(button(composer, 'Post'));
      await tap(link(await seen(dialog(page, 'Your profile is not complete')), 'Set up profile'));

      const wizard = await seen(dialog(page, 'Set up your profile'));
      const chooser = page.waitForEvent('filechooser');
      await tap(button(wizard, 'Upload Picture'));
      await (await chooser).setFiles(await picture(3));
      await tap(button(wizard, 'Next'));
      await seen(heading(wizard, 'Describe yourself'));
      await type(field(wizard, 'Bio'), 'I have desks.');
      await tap(button(wizard, 'Save'));
      await tap(button(wizard, 'Next'));
      await tap(button(wizard, 'Continue Posting'));

      await seesText(composer, `A desk of ${name}`);
      await tap(button(composer, 'Post'));
      await alerted(page, 'Posted! Your post was sent.');
      await seen(card(page, `A desk of ${name}`));
      const { taps, screens } = counted();
      expect(taps).toBeLessThanOrEqual(MAX_TAPS);
      expect(screens).toEqual([
        '/user_registration',
        '/register',
        '/verify',
        '/home',
        '/create/post',
        '/profile/set-up',
      ]);
      expect(screens.length).toBeLessThanOrEqual(MAX_SCREENS);
    }
  }),
);

it(
  '[SHOP-B] [VERF-10] the tick is for addresses of the campus; where the school address is another person’s, the school page says so',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const email = 'wanda.wanted@ou.edu';
    const first = await makeMember(server, 'Wim Wanted', { stage: 'confirmed', email: 'wim@mail.example' });
    await first.give('RequestSchoolCode', { campus: 'ou', email });
    const school = await open(first, { path: `/settings/account/verify_school_email?campus=ou&email=${email}` });
    await field(school, 'Verification code').fill(await codeMailedTo(server, email));
    await at(school, '/home');

    const page = await open(null, { path: '/register' });
    const join = page.getByRole('checkbox', { name: /^Join OU with this email/ });
    await field(page, 'Email').fill('wanda@mail.example');
    await field(page, 'Name').fill('Wanda Wanted');
    await field(page, 'Password').fill(PASSWORD);
    await page.getByRole('checkbox', { name: /Terms of Service/ }).check();
    expect(await join.count()).toBe(0);
    await field(page, 'Email').fill(email);
    expect(await join.isChecked()).toBe(false);
    await join.check();
    await button(page, 'Create account').click();
    await at(page, '/verify');
    await field(page, 'Verification code').fill(await codeMailedTo(server, email, 2));
    await at(page, '/settings/account/school_email');
    await seen(button(page, 'Join with this email'));
    await seen(page.getByRole('main').getByText(userRejections.EMAIL_TAKEN_SCHOOL.text));
    await seen(field(page, 'School email').and(page.locator(':focus')));
  }),
);

it(
  '[SHOP-B] [POST-08] the words suggest a category, which a tap chooses and nothing else; on a phone the price comes first',
  stage.scene(async ({ open, server }) => {
    const ann = await makeMember(server, 'Ann Able');
    const phone = await open(ann, { screen: PHONE });
    const composer = await openComposer(phone);
    const suggestion = composer.getByRole('button', { name: /^Suggested category/ });
    await field(composer, 'Post').pressSequentially('A guitar');
    await seen(button(composer, 'Suggested category: Musical instruments'));
    await seen(button(composer, 'Category: all categories'));
    const top = async (locator: Locator) => {
      const box = await (await seen(locator)).boundingBox();
      if (box === null) throw new Error(`${locator} has no place.`);
      return box.y;
    };
    const tops = (of: Locator) =>
      Promise.all([top(named(of, 'group', 'Price')), top(of.getByRole('button', { name: /^Category/ }))]);
    const [price, category] = await tops(composer);
    expect(price).toBeLessThan(category);
    await suggestion.click();
    await seen(button(composer, 'Category: Musical instruments'));
    await gone(suggestion);
    await button(composer, 'Post').click();
    await alerted(phone, 'Posted! Your post was sent.');
    await seen(link(card(phone, 'A guitar'), 'Musical instruments'));

    const desktop = await open(ann);
    const wide = await openComposer(desktop);
    await field(wide, 'Post').pressSequentially('A sofa');
    await seen(button(wide, 'Suggested category: Furniture'));
    const [wideCategory, widePrice] = (await tops(wide)).toReversed();
    expect(wideCategory).toBeLessThan(widePrice ?? 0);
    await button(wide, 'Post').click();
    await alerted(desktop, 'Posted! Your post was sent.');
    await seen(card(desktop, 'A sofa'));
    expect(await card(desktop, 'A sofa').getByText('Furniture').count()).toBe(0);
  }),
);

it(
  '[SHOP-B] a campus address that signs up without a password joins by its tick, with one mail',
  stage.scene(async ({ open, server }) => {
    const page = await open(null, { path: '/register', screen: PHONE });
    await field(page, 'Email').fill('tia.tick@ou.edu');
    await field(page, 'Name').fill('Tia Tick');
    await page.getByRole('checkbox', { name: /one code is enough/ }).check();
    await page.getByRole('checkbox', { name: /Terms of Service/ }).check();
    await button(page, 'Sign up without a password').click();
    await at(page, '/login/sent?email=tia.tick%40ou.edu&first=Tia&last=Tick');
    // As from the mail: in another tab.
    const other = await page.context().newPage();
    await other.goto(await linkMailedTo(server, 'tia.tick@ou.edu'));
    await button(other, 'Create account').click();
    await at(other, '/home');
    await alerted(other, 'Welcome to OU!');
    expect(await mailsTo(server, 'tia.tick@ou.edu')).toHaveLength(1);
  }),
);

it(
  '[SHOP-B] a device that is turned has other places for the fields of an offer; the one in which one writes stays in the hand',
  stage.scene(async ({ open, server }) => {
    const page = await open(await makeMember(server, 'Tess Turner'), { screen: PHONE });
    const composer = await openComposer(page);
    await radio(composer, 'Price').check();
    const amount = field(composer, 'Amount in dollars');
    await amount.focus();
    await page.keyboard.type('4');
    for (const screen of [DESKTOP, PHONE]) {
      await page.setViewportSize(screen);
      await eventually('the fields have their places', async () => {
        const [price, category] = await Promise.all([
          amount.boundingBox(),
          composer.getByRole('button', { name: /^Category: / }).boundingBox(),
        ]);
        if (price === null || category === null) return undefined;
        return price.y < category.y === (screen === PHONE) || undefined;
      });
      await seen(amount.and(page.locator(':focus')));
    }
    await page.keyboard.type('5');
    expect(await amount.inputValue()).toBe('45');
  }),
);
