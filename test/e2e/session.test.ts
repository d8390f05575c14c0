import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openComposer } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import { accountMenu, alert, button, dialog, field, heading, link } from './harness/find.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember, PASSWORD } from './harness/member.ts';
import { REFUSED, setStage } from './harness/stage.ts';

/** Characters that a password field takes (AUTH-03). */
const PASSWORD_MAX_TYPED = 30;

let ann: Member;
let ben: Member;

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
});

async function logIn(page: Page, email: string, password: string) {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Log in').click();
}

it(
  '[AUTH-03] [AUTH-06] [AUTH-09] /login says what is wrong, keeps what was typed, and lets the right one in',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(REFUSED);
    const page = await open(null, { path: '/login?method=password' });
    await seen(field(page, 'Email').and(page.locator(':focus')));
    await button(page, 'Log in').click();
    await seesText(page, 'Email is required.');
    await seesText(page, 'Password is required.');
    await field(page, 'Password').pressSequentially('p'.repeat(PASSWORD_MAX_TYPED + 1));
    expect(await field(page, 'Password').inputValue()).toBe('p'.repeat(PASSWORD_MAX_TYPED));
    await logIn(page, 'ann@nowhere', 'whatever');
    await seesText(page, 'Invalid email address!');
    await logIn(page, 'stranger@ou.edu', PASSWORD);
    await alerted(page, 'Incorrect. Please try again.');
    await seen(page.getByRole('main').getByText('Incorrect. Please try again.', { exact: true }));
    await seen(field(page, 'Email').and(page.locator(':focus')));

    // By Enter from the button too, the focus is never lost.
    await field(page, 'Email').fill(ann.email);
    await field(page, 'Password').fill('wrong password');
    await button(page, 'Log in').focus();
    await page.keyboard.press('Enter');
    await alerted(page, 'Wrong password!');
    const wrong = page.getByRole('main').getByText('Wrong password!', { exact: true });
    await seen(wrong);
    await seen(field(page, 'Password').and(page.locator(':focus[aria-invalid="true"]')));
    // The alert disappears, the error stays until it is corrected.
    await gone(alert(page, 'Wrong password!'));
    expect(await wrong.isVisible()).toBe(true);
    expect(await field(page, 'Email').inputValue()).toBe(ann.email);
    await field(page, 'Password').pressSequentially('x');
    await gone(wrong);
    // The ring around a field without an error is of the text's colour, on a campus of crimson too.
    const ring = await field(page, 'Password').evaluate((input) => {
      const { outlineColor, outlineStyle, color } = getComputedStyle(input);
      return { outlineStyle, isNeutral: outlineColor === color };
    });
    expect(ring).toEqual({ outlineStyle: 'solid', isNeutral: true });

    await logIn(page, ann.email, PASSWORD);
    await at(page, '/home');
    await seen(accountMenu(page));
  }),
);

it(
  '[AUTH-30] [GUARD-14 in part] /logout asks; Cancel leads home, "Log out" ends the session',
  stage.scene(async ({ open, server }) => {
    const page = await open(await makeMember(server, 'Cara Cole'), { path: '/logout' });
    await seen(heading(page, 'Log Out'));
    await seesText(page, 'Are you sure you want to logout?');
    await button(page, 'Cancel').click();
    await at(page, '/home');

    await page.goto(`${server.origin()}/logout`);
    await button(page, 'Log out').click();
    await at(page, '/home');
    await page.goto(`${server.origin()}/saved`);
    await at(page, '/home');
    await seen(link(page, 'Log In'));
  }),
);

it(
  '[AUTH-31] another tab follows the log-in and the log-out, without a reload',
  stage.scene(async ({ open, server }) => {
    const page = await open(null, { path: '/login?method=password' });
    const other = await page.context().newPage();
    await other.goto(`${server.origin()}/home`);
    await seen(link(other, 'Log In'));

    await logIn(page, ann.email, PASSWORD);
    await seen(link(other, 'Saved'));
    await gone(link(other, 'Log In'));

    await other.goto(`${server.origin()}/saved`);
    await seen(heading(other, 'Saved'));
    await page.goto(`${server.origin()}/logout`);
    await button(page, 'Log out').click();
    await at(other, '/home');
    await seen(link(other, 'Log In'));
  }),
);

it(
  '[AUTH-31] a session that ended elsewhere ends here too: the page turns into a visitor’s',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const page = await open(ben, { path: '/saved' });
    await seen(heading(page, 'Saved'));
    // The same session in another browser; its log-out takes it away from this one.
    const other = await open(ben, { path: '/logout' });
    await button(other, 'Log out').click();
    await at(other, '/home');

    await at(page, '/home');
    // Nobody pressed anything here: the page says why it has changed.
    await alerted(page, 'You are logged out.');
    await seen(link(page, 'Log In'));
    expect(server.log()).not.toContain(PASSWORD);
  }),
);

it(
  'a draft is of one tab and of one person: a second tab begins an empty one, a log-out ends them all',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const drew = await makeMember(server, 'Drew Dale');
    const first = await open(drew);
    const textOf = (page: Page) => field(dialog(page, 'Create Post'), 'Post').textContent();
    const write = async (page: Page, text: string) => {
      await openComposer(page);
      await field(dialog(page, 'Create Post'), 'Post').pressSequentially(text);
      await keptDraft(page, text);
    };
    await write(first, 'Of the first tab');

    const second = await first.context().newPage();
    await second.goto(`${server.origin()}/home`);
    await openComposer(second);
    expect(await textOf(second)).not.toContain('Of the first tab');
    await field(dialog(second, 'Create Post'), 'Post').pressSequentially('Of the second tab');
    await keptDraft(second, 'Of the second tab');

    // Each tab has its own draft after a reload, and a composer opens one that a closed tab has left.
    await Promise.all([first.reload(), second.reload()]);
    await seesText(field(dialog(first, 'Create Post'), 'Post'), 'Of the first tab');
    await seesText(field(dialog(second, 'Create Post'), 'Post'), 'Of the second tab');
    await second.close();
    const third = await first.context().newPage();
    await third.goto(`${server.origin()}/home`);
    await openComposer(third);
    await seesText(field(dialog(third, 'Create Post'), 'Post'), 'Of the second tab');

    // The first tab has its composer open while another one logs out.
    await third.goto(`${server.origin()}/logout`);
    await button(third, 'Log out').click();
    await seen(link(third, 'Log In').first());
    // Longer than another tab may still store its draft: none has come back by then.
    await third.waitForTimeout(1_500);
    expect(await draftsIn(third)).toEqual([]);
    expect(
      await first.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('quad-draft'))),
    ).toEqual([]);
  }),
);

/** Resolves when a draft with a text is written down. */
function keptDraft(page: Page, text: string): Promise<string> {
  return eventually(`the draft "${text}" is kept`, async () =>
    (await draftsIn(page)).find((draft) => draft.includes(text)),
  );
}

/** The stored drafts of a browser, as JSON. */
function draftsIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('quad-drafts');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const drafts = opening.result.transaction('drafts').objectStore('drafts').getAll();
          drafts.onsuccess = () => {
            opening.result.close();
            resolve(drafts.result.map((draft) => JSON.stringify(draft)));
          };
          drafts.onerror = () => reject(drafts.error);
        };
      }),
  );
}

it(
  '[POST-12] [SHEL-11] a stored flag of a one-time notice is shown on the next page, once',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    const posted = ['trigger_alert', 'post_success', 'Posted! Your post was sent.'] as const;
    const replied = ['comment_success', 'true', 'Your reply was sent'] as const;
    const updated = ['update_success', 'true', 'Profile Updated'] as const;
    let before: string | undefined;
    const ads = [
      ['already_boosted', 'true', 'This post is already boosted'],
      ['cancelled_ad', 'true', 'Cancelled boost post request'],
      ['actived_ad', 'true', 'Success! Your ad is running..'],
    ] as const;
    for (const [flag, value, text] of [posted, replied, updated, posted, ...ads]) {
      await page.evaluate(([key, kept]) => sessionStorage.setItem(key, kept), [flag, value] as const);
      await page.reload();
      await alerted(page, text);
      // All flags are read at once: the one of the page before would be here by now.
      if (before !== undefined) expect(await alert(page, before).count()).toBe(0);
      before = text;
    }
  }),
);
