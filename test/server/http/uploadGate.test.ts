import { expect, it } from '@jest/globals';
import { createUploadGate, PHOTOS_PER_DAY, UPLOADS_PER_USER, VIDEOS_PER_DAY } from '#server/http/uploadGate.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A gate whose clock is set by hand. */
function rig() {
  let now = Date.parse('2026-03-02T09:00:00.000Z');
  const gate = createUploadGate({
    authenticate: async () => null,
    dispatcher: { stateOf: async () => ({ memberOf: 'ou' }) } as never,
    files: [],
    log: {} as never,
    media: { unsettledOf: async () => [], unsettledBytes: async () => [] } as never,
    clock: () => new Date(now),
    rateShare: null,
  });
  return {
    countFile: (owner: string, kind: 'picture' | 'video') => gate.countFile(owner, kind, 1),
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

it.each([
  ['video', VIDEOS_PER_DAY, 'picture'],
  ['picture', PHOTOS_PER_DAY, 'video'],
] as const)(
  'of each %s a user begins so many a day, however slowly; the other kind goes on, and so do others',
  async (kind, most, other) => {
    const { countFile, advance } = rig();
    const stepMs = 60_000 / UPLOADS_PER_USER.perMinute;
    const isTaken = () =>
      countFile('ada', kind).then(
        () => true,
        () => false,
      );
    let begun = 0;
    for (let passed = 0; passed < DAY_MS; passed += stepMs) {
      if (await isTaken()) begun += 1;
      advance(stepMs);
    }
    if (await isTaken()) begun += 1;
    // The bucket gives its last one back with the end of the day, rounded.
    expect([most - 1, most]).toContain(begun);
    await expect(countFile('ada', kind)).rejects.toThrow('RATE_LIMITED');
    await countFile('ada', other);
    await countFile('bob', kind);
  },
);
