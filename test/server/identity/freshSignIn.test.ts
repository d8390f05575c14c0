import { expect, it } from '@jest/globals';
import { createFreshSignIn } from '#server/identity/freshSignIn.ts';
import { fakeClock } from '../support/dispatchRig.ts';
import { idOf } from '../support/people.ts';

const MINUTE_MS = 60_000;
const ADA = { userId: idOf('ada'), sessionId: idOf('session') };

function rig() {
  const clock = fakeClock();
  const secret = new Uint8Array(32).fill(7);
  return { clock, fresh: createFreshSignIn(secret, clock.now) };
}

it('a sign-in counts as fresh for ten minutes, and not before it was', () => {
  const { clock, fresh } = rig();
  const token = fresh.issue(ADA);
  clock.advance(10 * MINUTE_MS);
  expect(fresh.proves(token, ADA)).toBe(true);
  clock.advance(1);
  expect(fresh.proves(token, ADA)).toBe(false);
  const late = fresh.issue(ADA);
  clock.advance(-1);
  expect(fresh.proves(late, ADA)).toBe(false);
});

it('counts for its own session alone, and no changed or missing token counts', () => {
  const { fresh } = rig();
  const token = fresh.issue(ADA);
  expect(fresh.proves(token, { ...ADA, sessionId: idOf('another session') })).toBe(false);
  expect(fresh.proves(token, { ...ADA, userId: idOf('bob') })).toBe(false);
  const [at = '', hash = ''] = token.split('.');
  const forged = [`${Number(at) - 1}.${hash}`, `${at}.${'0'.repeat(hash.length)}`, `${at}.`, hash, '', null];
  for (const wrong of forged) expect([wrong, fresh.proves(wrong, ADA)]).toEqual([wrong, false]);
  const elsewhere = createFreshSignIn(new Uint8Array(32).fill(8), fakeClock().now);
  expect(elsewhere.proves(token, ADA)).toBe(false);
});
