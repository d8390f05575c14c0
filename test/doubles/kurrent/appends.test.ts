import {
  ANY,
  type AppendToStreamOptions,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  UnavailableError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { all, type DoubleRig, doubleRig, reasonOf, someEvents, someStream } from './rig.ts';

/** Types of the client's errors for an append that the server gave up: by the classic way, and by the stream. */
const GIVEN_UP = /^(?:timeout|deadline-exceeded)$/;

/** The double does as was measured of a real server, on either way of appending (`kurrentdb.md`). */
describe.each<[string, AppendToStreamOptions]>([
  ['the shared stream of appends', {}],
  ['the classic append', { credentials: { username: 'admin', password: 'changeit' } }],
])('the double of KurrentDB: %s', (_, way) => {
  let rig: DoubleRig;
  beforeAll(async () => {
    rig = await doubleRig({ commitTimeoutMs: 100 });
  });
  afterAll(() => rig.dispose());

  const append = (
    stream: string,
    expectedRevision: AppendToStreamOptions['expectedRevision'],
    events = someEvents(1),
  ) => rig.client.appendToStream(stream, events, { ...way, expectedRevision: expectedRevision ?? ANY });
  const revisions = async (stream: string) =>
    (await all(rig.client.readStream(stream))).map(({ event }) => Number(event?.revision));

  it('answers the revision and the position of the last event; each has a position of its own', async () => {
    const stream = someStream();
    const answer = await append(stream, NO_STREAM, someEvents(3));
    const positions = (await all(rig.client.readStream(stream))).map(({ event }) => event?.position);
    expect(answer).toMatchObject({ success: true, nextExpectedRevision: 2n, position: positions[2] });
    expect(new Set(positions.map((position) => position?.commit)).size).toBe(3);
    for (const position of positions) expect(position?.prepare).toBe(position?.commit);
  });

  it('lets one of 64 win that append at one revision', async () => {
    const stream = someStream();
    const results = await Promise.allSettled(Array.from({ length: 64 }, () => append(stream, NO_STREAM)));
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
    expect(reasons).toHaveLength(63);
    expect(reasons.every((reason) => reason instanceof WrongExpectedVersionError)).toBe(true);
  });

  it('says of a wrong revision which one there is, without a message', async () => {
    const stream = someStream();
    expect(await reasonOf(append(stream, 0n))).toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: 'no_stream',
      message: '',
    });
    await append(stream, NO_STREAM, someEvents(3));
    expect(await reasonOf(append(stream, 0n))).toMatchObject({ actualVersion: 2n });
    expect(await reasonOf(append(stream, 7n))).toMatchObject({ actualVersion: 2n });
  });

  it('answers a repeat at its exact revision with the first outcome, also a part of it, later, and after a restart', async () => {
    const stream = someStream();
    const events = someEvents(3);
    const first = await append(stream, NO_STREAM, events);
    expect(await append(stream, NO_STREAM, events)).toEqual(first);
    await append(stream, 2n);
    expect(await append(stream, NO_STREAM, events)).toEqual(first);
    expect(await append(stream, 0n, events.slice(1))).toEqual(first);
    expect(await append(stream, NO_STREAM, events.slice(0, 2))).toMatchObject({ nextExpectedRevision: 1n });
    // Payloads are not compared.
    const [other] = someEvents(1, 'another text');
    expect(await append(stream, NO_STREAM, [{ ...other, id: events[0]?.id } as never])).toMatchObject({
      nextExpectedRevision: 0n,
    });
    await rig.double.kill();
    await rig.double.restart();
    await reasonOf(append(someStream(), NO_STREAM));
    expect(await append(stream, NO_STREAM, events)).toEqual(first);
    expect(await revisions(stream)).toEqual([0, 1, 2, 3]);
  });

  it('drops a repeat of an append that is not yet replicated, shows it to nobody, and gives up after its time', async () => {
    const letThrough = rig.double.faults.holdReplication();
    const stream = someStream();
    const events = someEvents(2);
    const [first, repeat] = await Promise.all([1, 2].map(() => reasonOf(append(stream, NO_STREAM, events))));
    for (const error of [first, repeat]) expect(error).toMatchObject({ type: expect.stringMatching(GIVEN_UP) });
    expect(rig.double.log.records.filter((record) => record.stream === stream)).toHaveLength(2);
    await expect(all(rig.client.readStream(stream))).rejects.toThrow();
    letThrough();
    expect(await append(stream, NO_STREAM, events)).toMatchObject({ nextExpectedRevision: 1n });
    expect(await revisions(stream)).toEqual([0, 1]);
  });

  it('is not ready in the moment after an election', async () => {
    rig.double.faults.refuseAsNotReady(1);
    const stream = someStream();
    const events = someEvents(1);
    expect(String(await reasonOf(append(stream, NO_STREAM, events)))).toContain('Server Is Not Ready');
    expect(await append(stream, NO_STREAM, events)).toMatchObject({ nextExpectedRevision: 0n });
  });

  it('knows repeats by ANY and STREAM_EXISTS in memory only', async () => {
    const stream = someStream();
    const events = someEvents(2);
    const first = await append(stream, ANY, events);
    expect(await append(stream, ANY, events)).toEqual(first);
    expect(await append(stream, STREAM_EXISTS, events)).toEqual(first);
    await rig.double.kill();
    await rig.double.restart();
    await reasonOf(append(someStream(), NO_STREAM));
    expect(await append(stream, ANY, events)).toMatchObject({ nextExpectedRevision: 3n });
  });

  it('stores a repeat at the present head, in another stream, and twice in a batch', async () => {
    const stream = someStream();
    const events = someEvents(1);
    await append(stream, NO_STREAM, events);
    await append(stream, 0n, events);
    expect(await revisions(stream)).toEqual([0, 1]);
    const another = someStream();
    await append(another, NO_STREAM, [...events, ...events]);
    expect(await revisions(another)).toEqual([0, 1]);
  });

  it('refuses a batch that mixes old ids and new ones', async () => {
    const stream = someStream();
    const events = someEvents(2);
    await append(stream, NO_STREAM, events);
    expect(await reasonOf(append(stream, NO_STREAM, [...events, ...someEvents(1)]))).toBeInstanceOf(
      WrongExpectedVersionError,
    );
    expect(await revisions(stream)).toEqual([0, 1]);
  });

  it('takes an append of no events for a success that claims a revision', async () => {
    const stream = someStream();
    expect(await append(stream, NO_STREAM, [])).toMatchObject({ success: true, nextExpectedRevision: 0n });
    await expect(all(rig.client.readStream(stream))).rejects.toThrow();
  });

  it('takes 1,048,576 bytes of data in one append and no byte more, however many events', async () => {
    const textOf = (bytes: number) => 'x'.repeat(bytes);
    const [empty] = someEvents(1, '');
    // Metadata and type are free.
    const overhead = JSON.stringify(empty?.data).length;
    const half = 1_048_576 / 2 - overhead;
    const fits = [...someEvents(1, textOf(half)), ...someEvents(1, textOf(half))];
    expect(await append(someStream(), NO_STREAM, fits)).toMatchObject({ success: true });
    const tooLarge = [...someEvents(1, textOf(half)), ...someEvents(1, textOf(half + 1))];
    const error = await reasonOf(append(someStream(), NO_STREAM, tooLarge));
    expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
    expect(error).toMatchObject({ maxAppendSize: 1_048_576 });
  });

  it('refuses a message of 20 MB whole', async () => {
    const error = await reasonOf(append(someStream(), NO_STREAM, someEvents(1, 'x'.repeat(20_000_000))));
    expect(error).toBeInstanceOf(UnknownError);
    expect((error as Error).message).toContain('RESOURCE_EXHAUSTED');
  });

  it('fails what is in flight when it is killed, stored or not', async () => {
    const stored = rig.double.log.records.length;
    rig.double.faults.answerOnly(0);
    const release = Promise.withResolvers<void>();
    let written = 0;
    rig.double.faults.onWritten(() => {
      written += 1;
      if (written === 5) release.resolve();
    });
    const streams = Array.from({ length: 5 }, someStream);
    const inFlight = streams.map((stream) => reasonOf(append(stream, NO_STREAM)));
    await release.promise;
    await rig.double.kill();
    for (const reason of await Promise.all(inFlight)) expect(reason).toBeInstanceOf(UnavailableError);
    expect(rig.double.log.records.length).toBe(stored + 5);
    const whileDown = await reasonOf(append(someStream(), NO_STREAM));
    expect((whileDown as Error).message).toContain('14 UNAVAILABLE');
    expect(await reasonOf(all(rig.client.readAll()))).toBeInstanceOf(UnavailableError);
    await rig.double.restart();
    await reasonOf(append(someStream(), NO_STREAM));
    expect(await append(someStream(), NO_STREAM)).toMatchObject({ success: true });
  });

  it('lands held appends in order after their callers have given up', async () => {
    const land = rig.double.faults.holdAppends();
    const stream = someStream();
    const events = someEvents(1);
    const late = append(stream, NO_STREAM, events);
    await expect(all(rig.client.readStream(stream))).rejects.toThrow();
    while (land.waiting() === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(land()).toBe(1);
    await late;
    expect(await revisions(stream)).toEqual([0]);
  });
});
