import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import type { Funds } from '#projections/ad/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { PAYMENT_NOTICES_PATH } from '#server/ports/payments.ts';
import { picture } from '../support/pictures.ts';
import { eventually, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

/** The whole way of a boost over HTTP: our server, the SDK, and the sandbox in the place of the provider. */

const CARDS = { good: '4242 4242 4242 4242', bad: '4000 0000 0000 0002' };
const FORM = { title: 'A desk', goal: 'website', website: 'example.com', label: 'Shop Now', days: 4 };

let server: TestServer;
let owner: Student;
let other: Student;
beforeAll(async () => {
  server = await testServer();
  const face = await picture(40, 30);
  owner = await signUpMember(server, 'owner', face);
  other = await signUpMember(server, 'other', face);
});
afterAll(() => server.end());

interface Ad {
  readonly id: string;
  readonly status: string;
  readonly totalSpent: number;
  readonly session: string | null;
  readonly startTime: string | null;
  readonly endTime: string | null;
}

const documents = async (
  student: Student,
  topic: string,
): Promise<readonly { collection: string; key: string; doc: never }[]> =>
  (await student.ask('GET', `/api/topics/${topic}`)).json.documents ?? [];
const adOf = async (adId: string) =>
  (await documents(owner, topicName.ad(adId))).find(({ key }) => key === adId)?.doc as Ad | undefined;

/** An ad that waits for its payment. */
async function begun(postId: string) {
  const id = randomUUID();
  expect(await owner.give('StartCheckout', { ...FORM, postId }, id)).toMatchObject({ ok: true });
  return newId(effectiveCommandId(owner.userId, id), 0);
}

const checkout = (postId: string, by = owner) => by.ask('POST', '/api/checkouts', { body: { postId } });

/** Pays on the page of the provider, as a browser does. */
async function pay(url: string, card: string) {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });
}

describe('a boost', () => {
  it('[BOOST-09] [BOOST-10] [BOOST-11 in part] [BOOST-18] [BOOST-19] [BOOST-28] is paid at the provider, runs, pauses, goes on and stops', async () => {
    const postId = await write(owner, 'A desk of oak.');
    const adId = await begun(postId);
    await eventually(async () => (await adOf(adId))?.status === 'checkout');
    const { json, status } = await checkout(postId);
    expect(status).toBe(200);
    const page = await (await fetch(json.url)).text();
    expect(page).toContain('Sandbox');
    expect(page).toContain('Boost Post');
    expect(page).toContain('$20.00');
    // Another try is the same page: nobody pays twice.
    expect((await checkout(postId)).json.url).toBe(json.url);

    expect(await (await pay(json.url, CARDS.bad)).text()).toContain('Your card was declined.');
    expect((await adOf(adId))?.status).toBe('checkout');
    const paid = await pay(json.url, CARDS.good);
    const session = String((await adOf(adId))?.session);
    expect(paid.headers.get('location')).toMatch(new RegExp(`/post/${postId}/boost/success\\?session_id=${session}$`));
    await eventually(async () => (await adOf(adId))?.status === 'active');

    const funds = async () => (await documents(owner, topicName.funds('ou', owner.userId)))[0]?.doc as never;
    expect(await funds()).toMatchObject({ paid: 2_000, spent: 0, refunded: 0, available: 2_000 });
    const slots = await documents(other, topicName.sponsored('ou'));
    expect(slots.find(({ key }) => key === postId)?.doc).toMatchObject({ ad: adId, website: 'https://example.com' });

    expect(await owner.give('PauseAd', { postId, adId })).toMatchObject({ ok: true });
    await eventually(
      async () => !(await documents(other, topicName.sponsored('ou'))).some(({ key, doc }) => key === postId && doc),
    );
    expect(await owner.give('ResumeAd', { postId, adId })).toMatchObject({ ok: true });
    expect(await owner.give('StopAd', { postId, adId })).toMatchObject({ ok: true });
    const again = await owner.give('StopAd', { postId, adId });
    expect(again).toMatchObject({ ok: false, error: { code: 'AD_STOPPED' } });
    await eventually(async () => (await adOf(adId))?.status === 'stopped');
    expect(await funds()).toMatchObject({ paid: 2_000, spent: 0, available: 2_000 });
  });

  it('[BOOST-28 in part] ends when the sandbox gives its payment back, and the funds with it: no more than was paid', async () => {
    const postId = await write(owner, 'A desk that is given back.');
    const adId = await begun(postId);
    await eventually(async () => (await adOf(adId))?.status === 'checkout');
    const { url } = (await checkout(postId)).json;
    const giveBack = (amount?: string) =>
      fetch(`${url}/refund`, {
        ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(amount === undefined ? {} : { amount }) },
      });
    expect((await giveBack()).status).toBe(400);
    const funds = async (): Promise<Funds> =>
      (await documents(owner, topicName.funds('ou', owner.userId)))[0]?.doc as never;
    const before = await funds();
    await pay(url, CARDS.good);
    await eventually(async () => (await adOf(adId))?.status === 'active');
    expect((await giveBack('700')).status).toBe(303);
    await eventually(async () => (await adOf(adId))?.status === 'stopped');
    await eventually(async () => (await funds()).refunded === before.refunded + 700);
    expect((await giveBack('1301')).status).toBe(400);
    await giveBack();
    await eventually(async () => (await funds()).refunded === before.refunded + 2_000);
    expect((await funds()).available).toBe(before.available);
    expect((await giveBack()).status).toBe(400);
  });

  it('[BOOST-30] is nobody else’s', async () => {
    const postId = await write(owner, 'A lamp.');
    const adId = await begun(postId);
    await eventually(async () => (await adOf(adId)) !== undefined);
    expect((await checkout(postId, other)).json.error.code).toBe('AD_UNKNOWN');
    for (const type of ['PauseAd', 'ResumeAd', 'StopAd', 'CancelCheckout', 'RenameAd']) {
      const title = type === 'RenameAd' ? { title: 'Mine' } : {};
      const answer = await other.give(type, { postId, adId, ...title });
      expect(answer).toMatchObject({ ok: false, error: { code: 'NOT_YOUR_AD' } });
    }
    for (const topic of [topicName.ad(adId), topicName.adFigures(adId)]) {
      expect([topic, (await other.ask('GET', `/api/topics/${topic}`)).status]).toEqual([topic, 403]);
      expect([topic, (await owner.ask('GET', `/api/topics/${topic}`)).status]).toEqual([topic, 200]);
    }
    expect((await other.give('StartCheckout', { ...FORM, postId })).error.code).toBe('NOT_YOUR_POST');
  });

  it('[BOOST-12] [BOOST-26 in part] [FEED-12 in part] is taken back before it is paid, and ends with its post', async () => {
    const postId = await write(owner, 'A chair.');
    const first = await begun(postId);
    expect(await owner.give('CancelCheckout', { postId, adId: first })).toMatchObject({ ok: true });
    const gone = await eventually(async () => {
      const answer = await owner.ask('GET', `/api/topics/${topicName.ad(first)}`);
      return answer.status === 410 && answer.json.error;
    });
    expect(gone).toMatchObject({ code: 'AD_DELETED', text: 'Sorry, that ad has been deleted.' });
    const adId = await begun(postId);
    await eventually(async () => (await adOf(adId)) !== undefined);
    const { json } = await checkout(postId);
    await pay(json.url, CARDS.good);
    await eventually(async () => (await adOf(adId))?.status === 'active');
    const refused = await owner.give('StartCheckout', { ...FORM, postId });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'ALREADY_BOOSTED', text: 'This post is already boosted' },
    });
    expect(await owner.give('DeletePost', { postId })).toMatchObject({ ok: true });
    await eventually(
      async () => !(await documents(other, topicName.sponsored('ou'))).some(({ key, doc }) => key === postId && doc),
    );
    await eventually(async () => (await adOf(adId))?.status === 'stopped');
  });
});

describe('a message that says it is from the provider', () => {
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: {} },
  });
  const send = (payload: string, signature: string) =>
    fetch(`${server.url}${PAYMENT_NOTICES_PATH}`, {
      ...{
        method: 'POST',
        body: payload,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      },
    });

  it('is refused without a good signature', async () => {
    const secret = 'whsec_somebody_else';
    const forged = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
    for (const signature of ['', 't=1,v1=abc', forged]) {
      const answer = await send(body, signature);
      expect([signature, answer.status]).toEqual([signature, 422]);
    }
    expect((await send('no json', forged)).status).toBe(422);
  });
});
