import { expect, it } from '@jest/globals';
import { openComposer, writePost } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import { button, dialog, field, heading, link } from './harness/find.ts';
import { alerted, at, gone, seen, seesText, settle } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { picture } from './harness/pictures.ts';
import { DESKTOP, PHONE, setStage } from './harness/stage.ts';

/** Characters of a bio (PROF-16). */
const BIO_MAX = 160;

let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});

it(
  '[PROF-07 in part] [PROF-15] [PROF-16] [PROF-17] [PROF-18] [PROF-23] the wizard goes 1, 2, 3 and back, photos only, 160 characters, and ends where it began',
  stage.scene(async ({ open, server }) => {
    const page = await open(await makeMember(server, 'Will Wizard', { stage: 'joined' }), { path: '/profile' });
    await link(page, 'Set up profile').click();
    await at(page, '/profile/set-up?goBack=profile');
    const wizard = await seen(dialog(page, 'Set up your profile'));
    const picker = wizard.locator('input[type="file"]');
    expect(await picker.getAttribute('accept')).toBe('image/jpeg,image/png,image/gif');
    await picker.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await alerted(page, 'Only photos are allowed!', 'danger');
    await picker.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
    await alerted(page, 'This photo could not be read. Please choose another one.');

    const hold = Promise.withResolvers<void>();
    await page.route('**/api/uploads/**', async (route) => {
      await hold.promise;
      await route.continue();
    });
    await picker.setInputFiles(await picture(2));
    await seen(button(wizard, 'Processing...'));
    hold.resolve();
    await button(wizard, 'Next').click();

    await seen(heading(wizard, 'Describe yourself'));
    await seesText(wizard, `0 / ${BIO_MAX}`);
    expect(await button(wizard, 'Save').isDisabled()).toBe(true);
    await field(wizard, 'Bio').fill('b'.repeat(BIO_MAX + 40));
    await seesText(wizard, `${BIO_MAX} / ${BIO_MAX}`);
    expect((await field(wizard, 'Bio').inputValue()).length).toBe(BIO_MAX);
    const asked: string[] = [];
    page.on('dialog', async (question) => {
      asked.push(question.type());
      await question.accept();
    });
    // The browser asks before words go with the page.
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await seen(heading(wizard, 'Pick a profile picture'));
    await button(wizard, 'Next').click();
    await button(wizard, 'Go Back').click();
    await seen(heading(wizard, 'Pick a profile picture'));
    await button(wizard, 'Next').click();
    await field(wizard, 'Bio').fill('I fold space, and laundry.');
    await button(wizard, 'Save').click();
    await button(wizard, 'Next').click();
    await seen(heading(wizard, 'Your profile is finished!'));
    await button(wizard, 'Go Back').click();
    await seen(heading(wizard, 'Describe yourself'));
    await button(wizard, 'Next').click();
    await button(wizard, 'Back to Profile').click();
    await at(page, '/profile');
    await seesText(page, 'I fold space, and laundry.');
    await seen(link(page, 'Edit Profile'));
    await gone(link(page, 'Set up profile'));
  }),
);

it(
  '[PROF-14] [PROF-17] a window on a desktop, the whole screen on a phone; the last button names the way back',
  stage.scene(async ({ open, server }) => {
    const half = await makeMember(server, 'Hal Half', { stage: 'joined' });
    const desktop = await open(half, { path: '/profile/set-up?goBack=home' });
    const window = await seen(dialog(desktop, 'Set up your profile'));
    expect((await window.boundingBox())?.width).toBeLessThan(DESKTOP.width / 2);
    await window.locator('input[type="file"]').setInputFiles(await picture(1));
    await button(window, 'Next').click();
    await button(window, 'Go Back').click();
    await button(window, 'Go Back').click();
    await at(desktop, '/home');

    const phone = await open(half, { path: '/profile/set-up?goBack=saved', screen: PHONE });
    const screen = await seen(dialog(phone, 'Set up your profile'));
    await settle(phone);
    expect(await screen.boundingBox()).toMatchObject({ x: 0, y: 0, ...PHONE });
    for (const [width, isWhole] of [
      [769, true],
      [770, false],
    ] as const) {
      await phone.setViewportSize({ width, height: PHONE.height });
      await eventually(
        `${width} px wide, the wizard takes ${isWhole ? 'the whole width' : 'a part of it'}`,
        async () => {
          const shown = (await screen.boundingBox())?.width ?? 0;
          return (shown === width) === isWhole || undefined;
        },
      );
    }
    await phone.setViewportSize(PHONE);
    await button(screen, 'Next').click();
    await field(screen, 'Bio').fill('Half of it was done.');
    await button(screen, 'Save').click();
    await button(screen, 'Next').click();
    await button(screen, 'Continue').click();
    await at(phone, '/saved');

    // Who has nothing left to set up is not led through it again.
    await phone.goto(`${server.origin()}/profile/set-up`);
    await at(phone, '/profile');
  }),
);

it(
  '[PROF-19] the wizard that is closed leads back to where it was opened',
  stage.scene(async ({ open, server }) => {
    const page = await open(await makeMember(server, 'Otto Origin', { stage: 'joined' }));
    const lamp = await ann.post('A lamp to come back to');
    for (const [goBack, path] of [
      ['profile', '/profile'],
      ['saved', '/saved'],
      ['create-profile', '/create/post?goBack=profile'],
      // On a desktop comments are written in the opened post (D14).
      [`comment-${lamp}`, `/post/${lamp}`],
    ] as const) {
      await page.goto(`${server.origin()}/profile/set-up?goBack=${goBack}`);
      await button(await seen(dialog(page, 'Set up your profile')), 'Close').click();
      await at(page, path);
      if (goBack === 'create-profile') await seen(dialog(page, 'Create Post'));
    }
  }),
);

it(
  'a bio that is typed and not saved is there again after "Go Back", after closing the wizard and after Back',
  stage.scene(async ({ open, server }) => {
    const typist = await makeMember(server, 'Tina Typist', { stage: 'joined' });
    await typist.changePicture(await picture(4));
    const page = await open(typist, { path: '/profile' });
    const wizard = dialog(page, 'Set up your profile');
    const bio = field(wizard, 'Bio');
    const ways: readonly (() => Promise<unknown>)[] = [
      () => button(wizard, 'Go Back').click(),
      () => button(wizard, 'Close').click(),
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
    ];
    let words = '';
    for (const [index, leave] of ways.entries()) {
      if (!(await wizard.isVisible())) await link(page, 'Set up profile').click();
      await button(wizard, 'Next').click();
      await seen(bio);
      expect(await bio.inputValue()).toBe(words);
      words = `I type slowly, ${index}.`;
      await bio.fill(words);
      await leave();
      await (index === 0 ? seen(heading(wizard, 'Pick a profile picture')) : gone(wizard));
    }
    await link(page, 'Set up profile').click();
    await button(wizard, 'Next').click();
    await button(wizard, 'Save').click();
    await button(wizard, 'Next').click();
    await button(wizard, 'Back to Profile').click();
    await at(page, '/profile');
    await seesText(page, words);
  }),
);

it(
  '[PROF-20] on return from the set-up page the window that asked for it opens again, once; who has finished is led to the profile',
  stage.scene(async ({ open, server }) => {
    const page = await open(await makeMember(server, 'Rory Return', { stage: 'joined' }), { path: '/saved' });
    const asking = dialog(page, 'Your profile is not complete');
    const wizard = dialog(page, 'Set up your profile');
    const composer = dialog(page, 'Create Post');
    await (await writePost(page, 'A kite')).click();
    await link(await seen(asking), 'Set up profile').click();
    await seen(wizard);
    await page.goBack();
    await at(page, '/create/post?goBack=home');
    await button(await seen(asking), 'Cancel').click();
    await gone(asking);
    await seesText(composer, 'A kite');
    // Once: a set-up that is opened otherwise leads back without a question.
    await page.goto(`${server.origin()}/profile/set-up?goBack=saved`);
    await button(await seen(wizard), 'Close').click();
    await at(page, '/saved');
    await seen(page.getByRole('heading', { level: 1, name: 'Saved', exact: true }));
    await gone(asking);

    await openComposer(page);
    await seesText(composer, 'A kite');
    await button(composer, 'Post').click();
    await link(await seen(asking), 'Set up profile').click();
    await (await seen(wizard)).locator('input[type="file"]').setInputFiles(await picture(3));
    await button(wizard, 'Next').click();
    await field(wizard, 'Bio').fill('Back where I was.');
    await button(wizard, 'Save').click();
    await button(wizard, 'Next').click();
    await button(wizard, 'Continue Posting').click();
    await seesText(composer, 'A kite');
    await gone(asking);
    await page.goto(`${server.origin()}/profile/set-up`);
    await at(page, '/profile');
  }),
);
