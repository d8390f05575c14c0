import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { START } from '#projections/engine/eventLog.ts';
import { type ReadEvent, readEvents } from '#scripts/cli/events.ts';
import { EXIT } from '#scripts/cli/failure.ts';
import { openSealedLog } from '#scripts/cli/openLog.ts';
import { type ReplayOptions, runReplay } from '#scripts/replay.ts';
import { recordingIo } from '../support/recordingIo.ts';
import { collect, playSmallStory, type TemporaryFolder, temporaryFolder } from '../support/storyFolder.ts';

let folder: TemporaryFolder;
let events: ReadEvent[];

beforeAll(async () => {
  folder = temporaryFolder();
  await playSmallStory(folder.path);
  const { log, close } = await openSealedLog(folder.path);
  events = await collect(readEvents(log, START));
  await close();
});
afterAll(() => folder.remove());

/** Replays with a pause that only counts; returns the output and the time it would have taken. */
async function replay(options: Partial<ReplayOptions>) {
  const io = recordingIo();
  let waited = 0;
  await runReplay({ data: folder.path, speed: Number.POSITIVE_INFINITY, ...options }, io, async (ms) => {
    waited += ms;
  });
  return { printed: io.printed, reported: io.reported, waited };
}

const span = (from: number, to: number) =>
  Date.parse(events[to - 1]?.meta.at ?? '') - Date.parse(events[from - 1]?.meta.at ?? '');

describe('quad replay', () => {
  it('prints a span, both ends included', async () => {
    const from = events[4]?.position ?? '';
    const to = events[8]?.position ?? '';
    const { printed } = await replay({ from, to, json: true });
    expect(printed.map((line) => (JSON.parse(line) as ReadEvent).position)).toEqual(
      events.slice(4, 9).map(({ position }) => position),
    );
  });

  it('takes the time that it took, divided by the speed', async () => {
    expect((await replay({})).waited).toBe(0);
    expect((await replay({ speed: 1 })).waited).toBeCloseTo(span(1, events.length), 3);
    expect((await replay({ speed: 10 })).waited).toBeCloseTo(span(1, events.length) / 10, 3);
    const to = events[10]?.position ?? '';
    expect((await replay({ speed: 1, from: events[2]?.position ?? '', to })).waited).toBeCloseTo(span(3, 11), 3);
  });

  it('counts the documents that a projection makes', async () => {
    const { printed, reported } = await replay({ projection: 'user', json: true });
    const counts = printed.map((line) => JSON.parse(line) as { collection: string; standing: number });
    expect(counts).toContainEqual({ collection: 'people', standing: 3, gone: 0 });
    expect(reported.at(-1)).toContain(`${events.length} events through user`);
  });

  it('prints the documents without personal data unless it is asked for', async () => {
    const hidden = await replay({ projection: 'user', documents: true });
    expect(hidden.printed.join('\n')).toContain('"email":"(personal)"');
    expect(hidden.printed.join('\n')).not.toContain('@ou.edu');
    const plain = await replay({ projection: 'user', documents: true, personal: true });
    expect(plain.printed.join('\n')).toContain('@ou.edu');
  });

  it('folds only the span', async () => {
    const { printed } = await replay({ projection: 'user', to: events[0]?.position ?? '', json: true });
    const standing = printed.map((line) => (JSON.parse(line) as { standing: number }).standing);
    expect(Math.max(...standing)).toBeLessThanOrEqual(1);
  });

  it('refuses a span that ends before it begins', async () => {
    await expect(replay({ from: '0000000000000009', to: '0000000000000003' })).rejects.toMatchObject({
      exitCode: EXIT.usage,
    });
  });

  it('ends in the middle of a pause on an interrupt', async () => {
    const io = recordingIo();
    const printed = io.whenPrinted(1);
    const replaying = runReplay({ data: folder.path, speed: 0.001 }, io);
    await printed;
    io.end();
    await replaying;
    expect(io.printed.length).toBeLessThan(events.length);
  });
});
