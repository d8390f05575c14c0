import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { closesEveryWay } from './harness/dialogs.ts';
import { button, card, dialog, field, link, region } from './harness/find.ts';
import { expectFocus } from './harness/focus.ts';
import { alerted, at, expectNoSidewaysScroll, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { PHONE, setStage } from './harness/stage.ts';

let owner: Member;
let other: Member;
let postId: string;

const stage = setStage(async (server) => {
  [owner, other] = await Promise.all([makeMember(server, 'Olga Owner'), makeMember(server, 'Rita Reader')]);
  postId = await owner.post('A telescope that more people should see');
  // Enough below it that a slot is not beside its own post (Q17).
  for (const word of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await other.post(`${word} of the others`);
});

const slot = (page: Page) => region(page, 'Sponsored');

it(
  '[BOOST-01] [BOOST-14 in part] [BOOST-17] [BOOST-21] [FEED-09 in part] [FEED-11 in part] [FEED-12 in part] [FEED-21] [FEED-22] a post is boosted, paid, shown to others, paused, resumed and stopped, live',
  stage.scene(async ({ open }) => {
    const page = await open(owner, { path: `/post/${postId}`, screen: PHONE });
    // The form is for the owner of the post alone.
    const reader = await open(other, { path: `/post/${postId}/boost` });
    await at(reader, `/post/${postId}`);
    await seen(card(reader, 'A telescope that more people should see'));
    expect(await reader.getByRole('link', { name: /^Boost / }).count()).toBe(0);
    await reader.goto(new URL('/home', reader.url()).href);
    await link(page, 'Boost for $5').click();
    await at(page, `/post/${postId}/boost`);
    await expectNoSidewaysScroll(page);
    await seen(link(page.getByRole('main'), 'A telescope that more people should see'));
    await seesText(page, '590-1,500');
    await button(page, 'Pay $20.00').click();
    await seesText(page, 'Website is required.');
    await field(page, 'Website').fill('nothing');
    await button(page, 'Pay $20.00').click();
    await seesText(page, 'Website URL must have https & www.');
    await field(page, 'Website').fill('www.example.com');
    await page.getByLabel('Duration', { exact: true }).fill('1');
    await button(page, 'Pay $5.00').click();

    await seesText(page, 'Sandbox');
    await page.getByLabel('Card number', { exact: true }).fill('4000 0000 0000 0002');
    await button(page, 'Pay $5.00').click();
    await seesText(page, 'Your card was declined.');
    await page.getByLabel('Card number', { exact: true }).fill('4242 4242 4242 4242');
    await button(page, 'Pay $5.00').click();
    await at(page, `/post/${postId}`);
    await alerted(page, 'Success! Your ad is running..', 'success');
    await seesText(page, 'Boosted');

    const shown = await seen(slot(reader));
    await seen(link(shown, 'Visit Website'));
    expect(await link(shown, 'Visit Website').getAttribute('href')).toBe('https://www.example.com');
    const telescope = await seen(card(reader, 'A telescope that more people should see'));
    // The button stands below the words, not below the picture of the author.
    const left = async (what: Locator) => Math.round((await what.boundingBox())?.x ?? Number.NaN);
    expect(await left(link(shown, 'Visit Website'))).toBe(
      await left(telescope.getByText('A telescope that more people should see').last()),
    );
    // Below the fourth of the others, and above the fifth.
    const inOrder = await reader
      .getByRole('article')
      .evaluateAll((all) =>
        all.map((each) => /(Six|Five|Four|Three|Two|One) of the others|A telescope/.exec(each.textContent ?? '')?.[0]),
      );
    const [six, five, four, three, two] = ['Six', 'Five', 'Four', 'Three', 'Two'].map(
      (word) => `${word} of the others`,
    );
    expect(inOrder.slice(0, 6)).toEqual([six, five, four, three, 'A telescope', two]);

    await link(page, 'View Analytics').click();
    await seesText(page.getByRole('article'), 'Running');
    await seen(link(page.getByRole('article'), 'A telescope that more people should see'));
    await expectNoSidewaysScroll(page);
    const opener = button(page, 'Stop Ad');
    await closesEveryWay(page, 'change ad', { title: 'Stop Ad', opener });
    /** Asked, and left as it is. */
    const thinksBetter = async (act: string) => {
      await button(page, act).click();
      await button(dialog(page, act), 'Cancel').click();
      await gone(page.getByRole('dialog'));
    };
    await thinksBetter('Stop Ad');
    await thinksBetter('Pause Ad');
    await button(page, 'Pause Ad').click();
    await button(dialog(page, 'Pause Ad'), 'Pause Ad').click();
    await alerted(page, 'Ad paused successfully', 'success');
    // Not on the button that ends it for good.
    await expectFocus(page, 'the ad is paused', 'button Resume Ad');
    await gone(slot(reader));
    // Its owner alone reads that it is paused.
    const [own, others, visitor] = [await open(owner), await open(other), await open(null)];
    await seen(link(card(own, 'A telescope that more people should see'), 'View Analytics'));
    for (const each of [own, others, visitor]) {
      await each.goto(new URL(`/post/${postId}`, each.url()).href);
      await seen(card(each, 'A telescope that more people should see'));
    }
    await seesText(own, 'Ad Paused');
    await seen(link(own, 'View Analytics'));
    for (const each of [others, visitor]) expect(await each.getByText(/^(Ad Paused|Boosted)$/).count()).toBe(0);
    await thinksBetter('Resume Ad');
    await button(page, 'Resume Ad').click();
    await button(dialog(page, 'Resume Ad'), 'Resume Ad').click();
    await alerted(page, 'Success! Your ad is running..', 'success');
    await seen(slot(reader));
    for (const each of [own, others, visitor]) await seesText(each, 'Boosted');
    await gone(own.getByText('Ad Paused'));
    await button(page, 'Stop Ad').click();
    await button(dialog(page, 'Stop Ad'), 'Stop Ad').click();
    await alerted(page, 'Ad stopped.', 'success');
    await seesText(page.getByRole('article'), 'Stopped');
    await gone(slot(reader));
    await seen(link(own, 'Boost Again'));
    for (const each of [own, others, visitor]) await gone(each.getByText('Boosted', { exact: true }));
  }),
);
