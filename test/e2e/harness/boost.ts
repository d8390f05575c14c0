import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '#domain/kernel/ids.ts';
import type { Member } from './member.ts';
import type { QuadServer } from './runningServer.ts';
import { exchange } from './wire.ts';

/** The goal of a boost, and its button. */
export interface BoostForm {
  readonly goal: 'website' | 'message' | 'profile';
  readonly website: string;
  readonly label: string;
  /** Left out: four. */
  readonly days?: number;
}

const WEBSITE: BoostForm = { goal: 'website', website: 'www.example.com', label: 'Visit Website' };

/** Begins a boost. @returns the id of its ad, which is not paid */
export async function beginBoost(owner: Member, postId: string, form: BoostForm = WEBSITE): Promise<string> {
  return newId(await owner.give('StartCheckout', { title: 'A boost', days: 4, ...form, postId }), 0);
}

/** Status of an answer that says when to come again, and how often it is heeded. */
const TOO_FAST = 429;
const TRIES_MAX = 3;

/** Pays a begun boost at the sandbox, without a browser. */
export async function payBoost(server: QuadServer, owner: Member, postId: string): Promise<void> {
  const asked = { host: server.host(owner.campus), port: server.port, cookies: owner.cookies };
  const body = JSON.stringify({ postId });
  const open = () => exchange({ ...asked, method: 'POST', path: '/api/checkouts', body });
  let { text, status } = await open();
  // A person may go to the payment so many times a minute; the answer says when again.
  for (let tries = 0; status === TOO_FAST && tries < TRIES_MAX; tries += 1) {
    const { error } = JSON.parse(text) as { readonly error: { readonly data: { readonly seconds: number } } };
    await pause(error.data.seconds * 1_000);
    ({ text, status } = await open());
  }
  if (status !== 200) throw new Error(`The checkout of ${postId} cannot be opened: ${status} ${text}`);
  const { url } = JSON.parse(text) as { readonly url: string };
  const paid = await fetch(url, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ card: '4242 4242 4242 4242' }) },
  });
  if (paid.status >= 400) throw new Error(`The boost of ${postId} cannot be paid: ${paid.status}`);
}

/** Has a post of somebody boosted, and paid. @returns the id of its ad, which runs */
export async function boost(server: QuadServer, owner: Member, postId: string, form?: BoostForm): Promise<string> {
  const adId = await beginBoost(owner, postId, form);
  await payBoost(server, owner, postId);
  return adId;
}
