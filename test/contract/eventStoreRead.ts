import { expect, it } from '@jest/globals';
import { START } from '#projections/engine/eventLog.ts';
import { type EventStore, type NewEvent, NO_STREAM } from '#server/ports/eventStore.ts';
import { type EventStoreCapabilities, readWhole, sampleEvents, sampleStream } from './eventStoreSamples.ts';

/** Bounds of reads. */
export function readContract(
  store: () => EventStore,
  { countsUpTo = Number.POSITIVE_INFINITY }: EventStoreCapabilities,
): void {
  it('reads a stream from a revision on', async () => {
    const stream = sampleStream();
    await store().append(stream, NO_STREAM, sampleEvents(5));
    const revisions = async (from?: number) => (await store().readStream(stream, from)).map(({ revision }) => revision);
    expect(await revisions()).toEqual([0, 1, 2, 3, 4]);
    expect(await revisions(0)).toEqual([0, 1, 2, 3, 4]);
    expect(await revisions(3)).toEqual([3, 4]);
    expect(await revisions(5)).toEqual([]);
  });

  it('reads nothing from an unknown stream, nor one whose name begins alike', async () => {
    const stream = sampleStream();
    await store().append(`${stream}-2`, NO_STREAM, sampleEvents(1));
    expect(await store().readStream(stream)).toEqual([]);
  });

  it('reads the log in pages that join without gap or overlap', async () => {
    const start = await store().head();
    for (let n = 0; n < 7; n += 1) await store().append(sampleStream(), NO_STREAM, sampleEvents(3));
    const whole = await readWhole(store(), start, 1_000);
    expect(whole).toHaveLength(21);
    for (const page of [1, 2, 20, 21, 22]) expect(await readWhole(store(), start, page)).toEqual(whole);
    expect(await store().readAll(start, 4)).toEqual(whole.slice(0, 4));
    expect(await store().readAll(whole[9]?.position ?? '', 100)).toEqual(whole.slice(10));
  });

  it('reads nothing after the head', async () => {
    const { position } = await store().append(sampleStream(), NO_STREAM, sampleEvents(1));
    expect(await store().head()).toBe(position);
    expect(await store().readAll(position, 10)).toEqual([]);
  });

  it('counts the events between two positions, however they look', async () => {
    const from = await store().head();
    for (let n = 0; n < 3; n += 1) await store().append(sampleStream(), NO_STREAM, sampleEvents(2));
    const to = await store().head();
    const [first] = await store().readAll(from, 1);
    expect(await store().distance(from, to)).toBe(6);
    expect(await store().distance(first?.position ?? '', to)).toBe(5);
    expect([await store().distance(to, to), await store().distance(to, from)]).toEqual([0, 0]);
    const whole = (await readWhole(store(), START, 1_000)).length;
    const counted = await store().distance(START, to);
    if (whole <= countsUpTo) expect(counted).toBe(whole);
    else expect(Math.abs(counted - whole)).toBeLessThan(whole / 2);
  });

  it('finds the event at a position, and none elsewhere', async () => {
    const start = await store().head();
    for (let n = 0; n < 3; n += 1) await store().append(sampleStream(), NO_STREAM, sampleEvents(2));
    const events = await store().readAll(start, 100);
    for (const event of events) expect(await store().eventAt(event.position)).toEqual(event);
    const beyond = (await store().head()).replace('0', '7');
    for (const none of [START, beyond, '', '5', 'abc', '99999999999999999', '0'.repeat(31), 'f'.repeat(32)]) {
      expect(await store().eventAt(none)).toBeNull();
    }
  });

  it('reads from the very start', async () => {
    await store().append(sampleStream(), NO_STREAM, sampleEvents(1));
    expect(await store().readAll(START, 1)).toHaveLength(1);
  });

  it.each(['', '5', 'abc', '-000000000000001', '99999999999999999'])('refuses the position %j', async (position) => {
    await expect(store().readAll(position, 10)).rejects.toThrow(RangeError);
  });

  it('sees at once what was acknowledged', async () => {
    const stream = sampleStream();
    for (let revision = NO_STREAM; revision < 50; revision += 1) {
      const { position } = await store().append(stream, revision, sampleEvents(1));
      expect((await store().readStream(stream)).at(-1)?.position).toBe(position);
    }
  });

  it('[P3] gives out copies: nobody can change the log', async () => {
    const stream = sampleStream();
    const [event] = sampleEvents(1, { text: 'true' }) as [NewEvent];
    await store().append(stream, NO_STREAM, [event]);
    Object.assign(event.data as object, { text: 'false' });
    for (const read of await store().readStream(stream)) Object.assign(read.data as object, { text: 'false' });
    expect(await store().readStream(stream)).toMatchObject([{ data: { text: 'true' } }]);
  });
}
