import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createPasskeyChallenges } from '#server/identity/passkey/challenges.ts';
import { PASSKEY_CHALLENGE_SECONDS } from '#server/identity/passkey/limits.ts';
import { fakeClock } from '../../support/dispatchRig.ts';

const PARALLEL = 20;
const userId = newId('0190a000-0000-7000-8000-00000000000a', 1);
const signIn = { use: 'sign-in', origin: 'https://ou.quad.example', userId: null } as const;

function rig() {
  const clock = fakeClock();
  const vault = createMemoryVault();
  const make = (secret = randomBytes(32)) => createPasskeyChallenges(vault.attempts, secret, clock.now);
  return { clock, vault, make, challenges: make() };
}

it('a challenge is used once, of any number of uses at a time', async () => {
  const { challenges } = rig();
  const { challenge, cookie } = challenges.draw(signIn);
  const uses = await Promise.all(Array.from({ length: PARALLEL }, () => challenges.use(cookie, signIn)));
  expect(uses.filter((used) => used !== null)).toEqual([challenge]);
  expect(await challenges.use(cookie, signIn)).toBeNull();
  expect(challenges.draw(signIn).challenge.challenge).not.toBe(challenge.challenge);
});

it('lasts five minutes, and is not used again within them after a crash in between', async () => {
  const { challenges, clock, vault } = rig();
  const [first, second, third] = [0, 1, 2].map(() => challenges.draw(signIn).cookie);
  const broken = createPasskeyChallenges(
    { ...vault.attempts, end: () => Promise.reject(new Error('crash')) },
    randomBytes(32),
    clock.now,
  );
  const { cookie } = broken.draw(signIn);
  await expect(broken.use(cookie, signIn)).rejects.toThrow('crash');
  clock.advance((PASSKEY_CHALLENGE_SECONDS - 1) * 1_000);
  expect(await broken.use(cookie, signIn)).toBeNull();
  expect(await challenges.use(first ?? '', signIn)).not.toBeNull();
  expect(await challenges.use(first ?? '', signIn)).toBeNull();
  clock.advance(1_000);
  expect(await challenges.use(second ?? '', signIn)).toBeNull();
  clock.advance(600_000);
  expect(await challenges.use(third ?? '', signIn)).toBeNull();
});

it('counts only for what it was drawn, and only if we have signed it', async () => {
  const { challenges, make } = rig();
  const { cookie } = challenges.draw(signIn);
  for (const other of [
    { ...signIn, use: 'add' },
    { ...signIn, origin: 'https://ut.quad.example' },
    { ...signIn, userId },
  ] as const) {
    expect(await challenges.use(cookie, other)).toBeNull();
  }
  expect(await make().use(cookie, signIn)).toBeNull();
  expect(await challenges.use(`${cookie}x`, signIn)).toBeNull();
  expect(await challenges.use(null, signIn)).toBeNull();
  expect(await challenges.use(cookie, signIn)).not.toBeNull();
});
