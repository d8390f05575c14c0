import { newId } from '#domain/kernel/ids.ts';
import type { Member } from './member.ts';
import type { QuadServer } from './runningServer.ts';
import { exchange } from './wire.ts';

/** Has a post of somebody boosted, paid at the sandbox, without a browser. @returns the id of its ad, which runs */
export async function boost(server: QuadServer, owner: Member, postId: string): Promise<string> {
  const form = { title: 'A boost', goal: 'website', website: 'www.example.com', label: 'Visit Website', days: 4 };
  const adId = newId(await owner.give('StartCheckout', { ...form, postId }), 0);
  const asked = { host: server.host(owner.campus), port: server.port, cookies: owner.cookies };
  const body = JSON.stringify({ postId });
  const { text, status } = await exchange({ ...asked, method: 'POST', path: '/api/checkouts', body });
  if (status !== 200) throw new Error(`The checkout of ${postId} cannot be opened: ${status} ${text}`);
  const { url } = JSON.parse(text) as { readonly url: string };
  const paid = await fetch(url, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ card: '4242 4242 4242 4242' }) },
  });
  if (paid.status >= 400) throw new Error(`The boost of ${postId} cannot be paid: ${paid.status}`);
  return adId;
}
