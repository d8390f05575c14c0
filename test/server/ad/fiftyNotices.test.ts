import { expect, it } from '@jest/globals';
import { checkoutFor } from '#server/ad/checkout.ts';
import { postsIn, words } from '#test/model/post/story.ts';
import { room } from '../../proof/simulate/room.ts';

const TIMES = 50;
const FORM = { title: 'A lamp', goal: 'message', website: '', label: 'Send Message', days: 1 };

it('the same message 50 times at once, beside the return of who paid: one posting and one activation', async () => {
  const { server, ids, give, moment } = await room('ada');
  server.provider.weather = 'kind';
  await give('ada', 'CreatePost', words('A lamp.'));
  await moment();
  const postId = postsIn(server.store.documents).at(-1)?.key ?? '';
  await give('ada', 'StartCheckout', { postId, ...FORM });
  const { process } = server;
  if (process === null) throw new Error('There is no server.');
  const back = () => checkoutFor({ userId: ids.ada ?? '', postId, origin: 'https://ou.example' }, process.edge);
  const opening = back();
  await moment();
  expect(server.provider.pay((await opening).url, 'good')).toBe(true);
  const [page] = server.provider.booked();
  const notice = { id: 'evt_1', type: 'checkout.session.completed', session: page?.id ?? '', payment: null };
  // Who comes back at the same moment is answered that it is paid.
  const returning = expect(back()).rejects.toThrow('AD_NOT_UNPAID');
  const taken = Promise.all(Array.from({ length: TIMES }, () => process.takeNotice(notice)));
  await moment();
  await Promise.all([taken, returning]);
  const counts = Map.groupBy(await server.events(), ({ type }) => type);
  expect([counts.get('AdPaid')?.length, counts.get('AdActivated')?.length]).toEqual([1, 1]);
  expect(server.errors).toEqual([]);
  server.kill();
});
