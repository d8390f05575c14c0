import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { START } from '#projections/engine/eventLog.ts';
import { type ReadEvent, readEvents } from '#scripts/cli/events.ts';
import { CliFailure, EXIT } from '#scripts/cli/failure.ts';
import { openPlainLog } from '#scripts/cli/openLog.ts';
import { CSV_HEADER } from '#scripts/log/format.ts';
import { type LogOptions, runLog } from '#scripts/log.ts';
import { recordingIo } from '../support/recordingIo.ts';
import { collect, playSmallStory, type TemporaryFolder, temporaryFolder } from '../support/storyFolder.ts';

let folder: TemporaryFolder;
let events: ReadEvent[];

beforeAll(async () => {
  folder = temporaryFolder();
  await playSmallStory(folder.path);
  const { log, close } = await openPlainLog(folder.path);
  events = await collect(readEvents(log, START));
  await close();
});
afterAll(() => folder.remove());

async function lines(options: Partial<LogOptions>): Promise<readonly string[]> {
  const io = recordingIo();
  await runLog({ data: folder.path, ...options }, io);
  return io.printed;
}

async function positions(options: Partial<LogOptions>): Promise<readonly string[]> {
  return (await lines({ json: true, ...options })).map((line) => (JSON.parse(line) as ReadEvent).position);
}

const wanted = (test: (event: ReadEvent) => boolean) => events.filter(test).map(({ position }) => position);

describe('quad log', () => {
  it('prints every event, one a line, in log order', async () => {
    expect(await positions({})).toEqual(wanted(() => true));
    expect((await lines({}))[0]).toMatch(/^0{15}1 {2}2026-.*UserRegistered|Held/);
  });

  it('filters by type, campus, actor, stream and beginning of a stream', async () => {
    const [post] = events.filter(({ type }) => type === 'PostCreated');
    expect(await positions({ type: ['PostCreated', 'PostSaved'] })).toEqual(
      wanted(({ type }) => type === 'PostCreated' || type === 'PostSaved'),
    );
    expect(await positions({ campus: 'ut' })).toEqual([]);
    expect(await positions({ actor: post?.meta.actor ?? '' })).toEqual(
      wanted(({ meta }) => meta.actor === post?.meta.actor),
    );
    expect(await positions({ stream: post?.stream ?? '' })).toEqual(wanted(({ stream }) => stream === post?.stream));
    expect(await positions({ stream: 'save-*' })).toEqual(wanted(({ stream }) => stream.startsWith('save-')));
    expect(await positions({ stream: 'save-' })).toEqual([]);
  });

  it('filters by time, the beginning included and the end not', async () => {
    const middle = events[Math.floor(events.length / 2)]?.meta.at ?? '';
    expect(await positions({ since: middle })).toEqual(wanted(({ meta }) => meta.at >= middle));
    expect(await positions({ until: middle })).toEqual(wanted(({ meta }) => meta.at < middle));
  });

  it('shows the last ones with a limit', async () => {
    expect(await positions({ limit: 3 })).toEqual(wanted(() => true).slice(-3));
    expect(await positions({ limit: 1, type: ['UserRegistered'] })).toEqual(
      wanted(({ type }) => type === 'UserRegistered').slice(-1),
    );
  });

  it('keeps personal data to itself unless it is asked for', async () => {
    const email = '@ou.edu';
    expect((await lines({})).join('\n')).not.toContain(email);
    expect((await lines({ csv: true })).join('\n')).not.toContain(email);
    expect((await lines({ json: true })).join('\n')).toContain('"email":"(personal)"');
    expect((await lines({ json: true, personal: true })).join('\n')).toContain(email);
  });

  it('prints CSV whose every line has the columns of the header', async () => {
    const [header, ...rows] = await lines({ csv: true });
    expect(header).toBe(CSV_HEADER);
    expect(rows).toHaveLength(events.length);
    const columns = CSV_HEADER.split(',').length;
    for (const row of rows)
      expect(row.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)?.filter((cell) => cell !== '')).toHaveLength(columns);
  });

  it('follows new events while it runs, and ends on an interrupt', async () => {
    const io = recordingIo();
    const following = runLog({ data: folder.path, follow: true, json: true, limit: 1, type: ['UserRegistered'] }, io);
    await io.whenPrinted(1);
    await playSmallStory(folder.path, { seed: 2, people: 2, posts: 0 });
    await io.whenPrinted(3);
    io.end();
    await following;
    expect(io.printed.map((line) => (JSON.parse(line) as ReadEvent).type)).toEqual(Array(3).fill('UserRegistered'));
  });

  it('says that there is no data folder, where there is none', async () => {
    const nowhere = runLog({ data: `${folder.path}/nowhere` }, recordingIo());
    await expect(nowhere).rejects.toThrow(CliFailure);
    await expect(nowhere).rejects.toMatchObject({ exitCode: EXIT.unavailable });
    await expect(nowhere).rejects.toThrow(/nowhere/);
  });
});
