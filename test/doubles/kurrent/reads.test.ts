import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BACKWARDS,
  END,
  NO_STREAM,
  type Position,
  StreamDeletedError,
  StreamNotFoundError,
  UnknownError,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { all, clientOn, type DoubleRig, doubleRig, reasonOf, someEvents, someStream } from './rig.ts';
import { startKurrentDouble } from './server.ts';

describe('the double of KurrentDB: reads', () => {
  let rig: DoubleRig;
  beforeAll(async () => {
    rig = await doubleRig();
  });
  afterAll(() => rig.dispose());

  const append = async (stream: string, count: number): Promise<Position> =>
    (await rig.client.appendToStream(stream, someEvents(count), { expectedRevision: NO_STREAM })).position as Position;
  const revisions = async (read: AsyncIterable<{ event?: { revision: bigint } }>) =>
    (await all(read)).map(({ event }) => Number(event?.revision));

  it('reads a stream both ways, from a revision or the end', async () => {
    const stream = someStream();
    await append(stream, 4);
    expect(await revisions(rig.client.readStream(stream))).toEqual([0, 1, 2, 3]);
    expect(await revisions(rig.client.readStream(stream, { fromRevision: 2n }))).toEqual([2, 3]);
    expect(await revisions(rig.client.readStream(stream, { fromRevision: 9n }))).toEqual([]);
    const backwards = { direction: BACKWARDS, fromRevision: END, maxCount: 2 } as const;
    expect(await revisions(rig.client.readStream(stream, backwards))).toEqual([3, 2]);
  });

  it('reads $all from a position inclusive, and nothing past the end', async () => {
    const position = await append(someStream(), 2);
    const found = await all(rig.client.readAll({ fromPosition: position }));
    expect(found.map(({ event }) => event?.position)).toEqual([position]);
    const past = { commit: position.commit + 10_000n, prepare: position.prepare + 10_000n };
    expect(await all(rig.client.readAll({ fromPosition: past }))).toEqual([]);
  });

  it('refuses a commit position at which no record begins, and takes any prepare position up to it', async () => {
    const position = await append(someStream(), 2);
    const { commit, prepare } = position;
    for (const [fromPosition, reason] of [
      [{ commit: commit - 1n, prepare: prepare - 1n }, 'Unexpected ReadAllResult: Error'],
      [{ commit: commit - 1n, prepare }, 'Exception was thrown by handler'],
    ] as const) {
      const error = await reasonOf(all(rig.client.readAll({ fromPosition })));
      expect(error).toBeInstanceOf(UnknownError);
      expect((error as Error).message).toContain(reason);
    }
    const found = await all(rig.client.readAll({ fromPosition: { commit, prepare: prepare - 1n } }));
    expect(found.map(({ event }) => event?.position)).toEqual([position]);
  });

  it('has events of its own in $all', async () => {
    rig.double.log.writeSystemEvents(2);
    const types = (await all(rig.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 2 }))).map(
      ({ event }) => event?.type,
    );
    expect(types).toEqual(['$statsCollected', '$statsCollected']);
  });

  it('does not find a stream that is missing or softly deleted, which then goes on at its next revision', async () => {
    const stream = someStream();
    expect(await reasonOf(all(rig.client.readStream(stream)))).toBeInstanceOf(StreamNotFoundError);
    await append(stream, 3);
    await rig.client.deleteStream(stream);
    expect(await reasonOf(all(rig.client.readStream(stream)))).toBeInstanceOf(StreamNotFoundError);
    await append(stream, 2);
    expect(await revisions(rig.client.readStream(stream))).toEqual([3, 4]);
  });

  it('says of a tombstoned stream that it is deleted', async () => {
    const stream = someStream();
    await append(stream, 1);
    await rig.client.tombstoneStream(stream);
    expect(await reasonOf(all(rig.client.readStream(stream)))).toBeInstanceOf(StreamDeletedError);
    expect(await reasonOf(append(stream, 1))).toBeInstanceOf(StreamDeletedError);
  });

  it('keeps its log in a file, in the same state for the next process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quad-kurrent-'));
    const file = join(folder, 'log.jsonl');
    const [kept, removed, ended] = [someStream(), someStream(), someStream()];
    const first = await startKurrentDouble({ file });
    const writer = clientOn(first);
    for (const stream of [kept, removed, ended]) {
      await writer.appendToStream(stream, someEvents(2), { expectedRevision: NO_STREAM });
    }
    await writer.deleteStream(removed);
    await writer.tombstoneStream(ended);
    await writer.dispose();
    await first.stop();
    const second = await startKurrentDouble({ file });
    const reader = clientOn(second);
    expect(second.log.records).toEqual(first.log.records);
    expect(await revisions(reader.readStream(kept))).toEqual([0, 1]);
    expect(await reasonOf(all(reader.readStream(removed)))).toBeInstanceOf(StreamNotFoundError);
    expect(await reasonOf(all(reader.readStream(ended)))).toBeInstanceOf(StreamDeletedError);
    await reader.dispose();
    await second.stop();
    rmSync(folder, { recursive: true });
  });

  it('can put commit positions after prepare positions', async () => {
    const late = await doubleRig({ commitDelay: 48 });
    const { position } = await late.client.appendToStream(someStream(), someEvents(1), { expectedRevision: NO_STREAM });
    expect(position?.commit).toBe((position?.prepare ?? 0n) + 48n);
    expect(await all(late.client.readAll({ fromPosition: position as Position }))).toHaveLength(1);
    await late.dispose();
  });
});
