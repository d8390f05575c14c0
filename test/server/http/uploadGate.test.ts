import { expect, it } from '@jest/globals';
import { createUploadGate, UPLOADS_PER_USER, VIDEOS_PER_DAY } from '#server/http/uploadGate.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A gate whose clock is set by hand. */
function rig() {
  let now = Date.parse('2026-03-02T09:00:00.000Z');
  const gate = createUploadGate({
    authenticate: async () => null,
    dispatcher: {} as never,
    files: [],
    log: {} as never,
    media: { unsettledOf: async () => [] } as never,
    clock: () => new Date(now),
    rateShare: null,
  });
  return {
    ...gate,
    advance(ms: number) {
      now += ms;
    },
  };
}

it('a user begins so many files in a while, pictures and videos together, and others are not slowed', async () => {
  const { countFile, advance } = rig();
  for (let n = 0; n < UPLOADS_PER_USER.burst; n += 1) await countFile('ada', n % 2 === 0 ? 'picture' : 'video');
  for (const kind of ['picture', 'video'] as const)
    await expect(countFile('ada', kind)).rejects.toThrow('RATE_LIMITED');
  await countFile('bob', 'picture');
  advance(60_000 / UPLOADS_PER_USER.perMinute);
  await countFile('ada', 'picture');
});

it('a user begins so many videos a day, however slowly; photos go on, and so do the videos of others', async () => {
  const { countFile, advance } = rig();
  const slowly = () => advance(60_000 / UPLOADS_PER_USER.perMinute);
  let begun = 0;
  for (; begun < 2 * VIDEOS_PER_DAY; begun += 1) {
    slowly();
    const isTaken = await countFile('ada', 'video').then(
      () => true,
      () => false,
    );
    if (!isTaken) break;
  }
  expect(begun).toBe(VIDEOS_PER_DAY);
  slowly();
  await expect(countFile('ada', 'video')).rejects.toThrow('RATE_LIMITED');
  await countFile('ada', 'picture');
  await countFile('bob', 'video');
  advance(DAY_MS / VIDEOS_PER_DAY);
  await countFile('ada', 'video');
});
