import { it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { choose, writeComment, writePost } from './harness/compose.ts';
import { closesEveryWay } from './harness/dialogs.ts';
import { action, button, card, dialog, menuItem } from './harness/find.ts';
import { gone, seen } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { setStage } from './harness/stage.ts';
import { stopClock } from './harness/stopwatch.ts';

const BOW = 'A bow with a spare string';

let ann: Member;
let bow: string;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Archer');
  bow = await ann.post(BOW);
});

it(
  '[SHEL-12] the dialogs of a card stand alone; Escape, a press beside and the button close each, and the focus returns to where it was',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    const own = await seen(card(page, BOW));
    const options = button(own, 'Post options');
    const share = button(own, 'Share');
    const fromMenu = (name: string) => () => choose(page, own, 'Post options', name);
    await closesEveryWay(page, 'delete post', { title: 'Delete Post?', opener: options, open: fromMenu('Delete') });
    await closesEveryWay(page, 'edit post', { title: 'Edit Post', opener: options, open: fromMenu('Edit') });
    await closesEveryWay(page, 'share post', { title: 'Share', opener: share });
    await closesEveryWay(page, 'keys', {
      ...{ title: 'Keyboard shortcuts', opener: share },
      open: async () => {
        await share.focus();
        await page.keyboard.press('?');
      },
    });
    await closesEveryWay(page, 'choose a category', {
      ...{ title: 'Choose a category', opener: page.getByRole('button', { name: /^Category: / }) },
    });
    await closesEveryWay(page, 'Create Post', { title: 'Create Post', opener: button(page, 'Create Post') });
  }),
);

/** Holds the next text that is copied back; answers what lets it into the clipboard. */
async function heldCopy(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    navigator.clipboard.writeText = () => promise;
    return { resolve };
  });
  return () => held.evaluate(({ resolve }) => resolve());
}

it(
  '[SHEL-12] [POST-20 in part] the message about a copied link gives the focus back to the menu, whether it opens before the menu does so or after, and without a clipboard',
  stage.scene(async ({ open }) => {
    const page = await open(null);
    const options = button(await seen(card(page, BOW)), 'Post options');
    await options.click();
    await seen(menuItem(page, 'Copy link'));
    await page.keyboard.press('Escape');
    await seen(options.and(page.locator(':focus')));
    // The message closes by itself, and menu and message return the focus by timers: none of them runs unasked.
    await stopClock(page);
    const tick = () => page.clock.runFor(1);
    const copies = async () => {
      await options.click();
      await menuItem(page, 'Copy link').click();
    };
    const message = { title: 'Copied to clipboard', opener: options, tick };
    // Without a clipboard, a field has the focus for a moment.
    await closesEveryWay(page, 'link copied', { ...message, open: copies });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await closesEveryWay(page, 'link copied', { ...message, open: copies });
    await closesEveryWay(page, 'link copied', {
      ...message,
      open: async () => {
        const copied = await heldCopy(page);
        await copies();
        await gone(page.getByRole('menu'));
        await tick();
        await seen(options.and(page.locator(':focus')));
        await copied();
      },
    });
  }),
);

it(
  '[SHEL-12] the dialogs of the own profile and of another one stand alone; Escape, a press beside and the button close each, and the focus returns',
  stage.scene(async ({ open, server }) => {
    await makeMember(server, 'Ben Bowman');
    const page = await open(ann, { path: '/profile/edit' });
    const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
    await closesEveryWay(page, 'display name', { title: 'Edit display name', opener: row('Display name') });
    await closesEveryWay(page, 'bio', { title: 'Edit bio', opener: row('Bio') });
    await closesEveryWay(page, 'graduation year', { title: 'Edit graduation year', opener: row('Graduation year') });
    await closesEveryWay(page, 'profile photo', { title: 'Edit profile photo', opener: row('Change photo') });
    await page.goto(new URL('/settings/account/passkeys', page.url()).href);
    await closesEveryWay(page, 'add passkey', { title: 'Add a passkey', opener: button(page, 'Add a passkey') });
    await page.goto(new URL('/benbowman', page.url()).href);
    const options = await seen(button(page, 'Profile options'));
    await closesEveryWay(page, 'report', {
      ...{ title: 'Report Ben B.', opener: options },
      open: async () => {
        await options.click();
        await menuItem(page, 'Report Ben B.').click();
      },
    });
  }),
);

it(
  '[SHEL-12] the dialogs that stand before an action stand alone; Escape, a press beside and the button close each, and the focus returns',
  stage.scene(async ({ open, server }) => {
    const visitor = await open(null);
    const save = action(card(visitor, BOW), 'Save');
    await closesEveryWay(visitor, 'sign in', { title: 'Save it for later', opener: save });
    const generic = await open(null, { campus: 'campus' });
    await closesEveryWay(generic, 'a school', {
      ...{ title: 'Duke University', opener: button(generic, /^Duke University/) },
    });
    const faceless = await open(await makeMember(server, 'Bo Bolt', { stage: 'joined' }));
    // Over the composer, which stays with what was written.
    const send = await writePost(faceless, 'A bolt');
    await closesEveryWay(faceless, 'complete profile', {
      ...{ title: 'Your profile is not complete', opener: send, over: dialog(faceless, 'Create Post') },
    });
    const schoolless = await makeMember(server, 'Cy Crossbow', { stage: 'confirmed', email: 'cy@mail.example' });
    const guest = await open(schoolless, { path: `/post/${bow}` });
    const comment = await writeComment(guest, 'Does it shoot?');
    await closesEveryWay(guest, 'verify school', { title: 'Verify your school email', opener: comment });
  }),
);
