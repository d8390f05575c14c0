import { expect, it } from '@jest/globals';
import { createUploadGate, UPLOADS_PER_USER } from '#server/http/uploadGate.ts';

it('a user begins so many files in a while, pictures and videos together, and others are not slowed', async () => {
  let now = Date.parse('2026-03-02T09:00:00.000Z');
  const { countFile } = createUploadGate({
    authenticate: async () => null,
    dispatcher: {} as never,
    files: [],
    log: {} as never,
    media: { unsettledOf: async () => [] } as never,
    clock: () => new Date(now),
    rateShare: null,
  });
  for (let n = 0; n < UPLOADS_PER_USER.burst; n += 1) await countFile('ada', n % 2 === 0 ? 'picture' : 'video');
  for (const kind of ['picture', 'video'] as const)
    await expect(countFile('ada', kind)).rejects.toThrow('RATE_LIMITED');
  await countFile('bob', 'picture');
  now += 60_000 / UPLOADS_PER_USER.perMinute;
  await countFile('ada', 'picture');
});
