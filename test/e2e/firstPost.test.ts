import { expect, it } from '@jest/globals';
import { writePost } from './harness/compose.ts';
import { button, card, dialog, field, link } from './harness/find.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { makeMember } from './harness/member.ts';
import { picture, pictures } from './harness/pictures.ts';
import { DESKTOP, PHONE, setStage } from './harness/stage.ts';

const stage = setStage();

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
      const photos = composer.getByRole('list', { name: 'Chosen photos and videos' }).getByRole('listitem');
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
