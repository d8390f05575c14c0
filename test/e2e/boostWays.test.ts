import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { chatIdOf } from '#domain/chat/face.ts';
import { type BoostForm, beginBoost, boost, payBoost } from './harness/boost.ts';
import { button, card, dialog, link, named, radio, region } from './harness/find.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { NETWORK_GONE, setStage } from './harness/stage.ts';

/** The ways of a boost: the button of each goal, the way back from the payment, and how its slot leaves. */

const DAYS_MS = 5 * 86_400_000;
/** Longer than a page that nobody looks at is kept live. */
const AWAY_MS = 10 * 60_000;
/** Longer than the page waits for a payment. */
const WAITED_MS = 200_000;
const STILL_WAITS_MS = 120_000;

let owner: Member;
let other: Member;

const stage = setStage(async (server) => {
  [owner, other] = await Promise.all([makeMember(server, 'Olga Owner'), makeMember(server, 'Rita Reader')]);
});

const slot = (page: Page) => region(page, 'Sponsored');

/** A boosted post, with enough others above it that a slot is not beside it (Q17). */
async function boostedPost(text: string, form?: BoostForm) {
  const postId = await owner.post(text);
  for (const word of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await other.post(`${word} above ${text}`);
  return { postId, adId: await boost(stage.server, owner, postId, form) };
}

it(
  '[FEED-11] a sponsored card has the button of its goal in the place of Send Message: a website in a new tab, a chat, a profile',
  stage.scene(async ({ open }) => {
    const page = await open(other);
    await page.context().route('https://www.example.com/**', (route) => route.fulfill({ body: 'A shop' }));
    for (const [form, name] of [
      [{ goal: 'website', website: 'www.example.com', label: 'Shop Now' }, 'Shop Now'],
      [{ goal: 'message', website: '', label: 'Send Message' }, 'Send Message'],
      [{ goal: 'profile', website: '', label: 'View Profile' }, 'View Profile'],
    ] as const) {
      const { postId, adId } = await boostedPost(`A boat for a ${form.goal}`, form);
      const shown = await seen(slot(page));
      await seesText(shown, `A boat for a ${form.goal}`);
      const messages = button(shown, 'Send Message');
      expect([form.goal, await messages.count()]).toEqual([form.goal, form.goal === 'message' ? 1 : 0]);
      if (form.goal === 'website') {
        const [shop] = await Promise.all([page.waitForEvent('popup'), link(shown, name).click()]);
        await shop.waitForURL('https://www.example.com/**');
        await shop.close();
      } else if (form.goal === 'message') {
        await messages.click();
        const question = dialog(page, 'Start Conversation?');
        await seesText(question, 'You and Olga O. can write to each other.');
        await button(question, 'Start Conversation').click();
        await at(page, `/messages/${chatIdOf(owner.userId, other.userId)}`);
        await page.goto(new URL('/home', page.url()).href);
        await seen(slot(page));
      } else {
        await link(shown, name).click();
        await at(page, '/olgaowner');
      }
      await owner.give('StopAd', { postId, adId });
      await gone(slot(page));
    }
  }),
);

it(
  '[FEED-12] a slot leaves an open feed as its ad pauses, stops or runs out, and with its post: nothing empty stays',
  stage.scene(async ({ open, expectErrors }) => {
    const page = await open(other);
    const { postId, adId } = await boostedPost('A canoe that leaves');
    await seen(slot(page));
    await owner.give('PauseAd', { postId, adId });
    await gone(slot(page));
    await owner.give('ResumeAd', { postId, adId });
    await seen(slot(page));

    // Days later, on a page that nobody has reloaded; without a network, since the server's clock says that no day has passed.
    expectErrors(NETWORK_GONE);
    const network = await stage.lay();
    const later = await open(other, { network, path: null });
    await later.clock.install();
    await later.goto(`${network.origin()}/home`);
    await seen(slot(later));
    await network.cut(later);
    await later.clock.fastForward(DAYS_MS);
    await gone(slot(later));

    await owner.give('StopAd', { postId, adId });
    await gone(slot(page));
    await boost(stage.server, owner, postId);
    await seen(slot(page));
    await owner.give('DeletePost', { postId });
    await gone(slot(page));
    expect(await page.locator('[data-sponsored]').count()).toBe(0);
    await seen(card(page, 'Six above A canoe that leaves'));
  }),
);

it(
  '[FEED-12 in part] the slot of an open page keeps its ad when seven others begin that end sooner, also for who comes back to the feed',
  stage.scene(async ({ open }) => {
    const page = await open(other, { path: null });
    await page.clock.install();
    for (const word of ['One', 'Two', 'Three', 'Four']) await other.post(`${word} before the dinghy`);
    // The page is dealt nothing: no ad runs yet.
    const dealt = page.waitForResponse((response) => response.url().includes('/api/sponsored/'));
    await page.goto(`${stage.server.origin()}/home`);
    await dealt;
    const { postId, adId } = await boostedPost('A dinghy that stays');
    await seesText(await seen(slot(page).first()), 'A dinghy that stays');
    const sooner: { postId: string; adId: string }[] = [];
    for (const word of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']) {
      const id = await owner.post(`${word} beside the dinghy`);
      const form = { goal: 'message', website: '', label: 'Send Message', days: 1 } as const;
      sooner.push({ postId: id, adId: await boost(stage.server, owner, id, form) });
    }
    // All of them run.
    await seesText(await open(other, { path: `/post/${sooner.at(-1)?.postId}` }), 'Boosted');
    await seesText(slot(page).first(), 'A dinghy that stays');

    await link(page.getByRole('navigation').first(), 'Messages').click();
    await at(page, '/messages');
    await page.clock.fastForward(AWAY_MS);
    await page.goBack();
    await seesText(await seen(slot(page).first()), 'A dinghy that stays');
    await owner.give('PauseAd', { postId, adId });
    await gone(page.locator(`[data-sponsored="${postId}"]`));
    await seen(slot(page).first().getByText('beside the dinghy'));
    for (const ad of sooner) await owner.give('StopAd', ad);
    await gone(slot(page));
  }),
);

it(
  '[BOOST-11] [BOOST-20] the way back from the payment waits for it, live; says when it does not come; and leads to the post where nothing is to be waited for',
  stage.scene(async ({ open, server }) => {
    // Each person may go to the payment so many times a minute.
    const owner = await makeMember(server, 'Paula Payer');
    const postId = await owner.post('A kayak to pay for');
    const success = `/post/${postId}/boost/success?session_id=cs_test_1`;
    const page = await open(owner, { path: success });
    // No ad.
    await at(page, `/post/${postId}`);
    await seen(link(page, 'Boost for $5'));

    await beginBoost(owner, postId);
    await page.clock.install();
    await page.goto(new URL(success, page.url()).href);
    await seesText(page, 'Waiting for your payment. This can take a minute.');
    // The provider is asked each minute: so long it waits, and a little more.
    await page.clock.fastForward(STILL_WAITS_MS);
    await seesText(page, 'Waiting for your payment. This can take a minute.');
    expect(await page.getByText('Failed to activate ad').count()).toBe(0);
    await page.clock.fastForward(WAITED_MS - STILL_WAITS_MS);
    await alerted(page, 'Failed to activate ad', 'danger');
    await at(page, `/post/${postId}`);

    const waiting = await open(owner, { path: success });
    await seesText(waiting, 'Waiting for your payment. This can take a minute.');
    await payBoost(stage.server, owner, postId);
    await alerted(waiting, 'Success! Your ad is running..', 'success');
    await at(waiting, `/post/${postId}`);
    await seen(link(waiting, 'View Analytics'));
    // It runs already.
    await waiting.goto(new URL(success, waiting.url()).href);
    await at(waiting, `/post/${postId}`);
  }),
);

it(
  '[BOOST-12] back from the payment takes back the ad that this tab was left for, and no other one that was begun in another tab meanwhile',
  stage.scene(async ({ open, server }) => {
    const owner = await makeMember(server, 'Peter Payer');
    const postId = await owner.post('A raft to think about');
    /** A tab that has gone to the payment. */
    const atPayment = async () => {
      const page = await open(owner, { path: `/post/${postId}/boost` });
      await radio(page, 'More messages').check();
      await button(page, 'Pay $20.00').click();
      await seesText(page, 'Sandbox');
      return page;
    };
    const first = await atPayment();
    const second = await atPayment();
    await link(first, 'Back to the site').click();
    await at(first, `/post/${postId}`);
    await button(second, 'Pay $20.00').click();
    await alerted(second, 'Success! Your ad is running..', 'success');

    const other = await owner.post('A float to think about');
    const page = await open(owner, { path: `/post/${other}/boost` });
    await radio(page, 'More messages').check();
    await button(page, 'Pay $20.00').click();
    await link(page, 'Back to the site').click();
    await at(page, `/post/${other}`);
    await alerted(page, 'Cancelled boost post request', 'success');
    await seen(link(page, 'Boost for $5'));
    await page.goto(new URL('/ads', page.url()).href);
    await seen(named(page, 'list', 'Your ads').getByText('A raft to think about'));
    await gone(named(page, 'list', 'Your ads').getByText('A float to think about'));
  }),
);
