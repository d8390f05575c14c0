import { expect, it } from '@jest/globals';
import type { Vault } from '#server/ports/vault.ts';
import { ADA, BOB, minute, sampleRecord } from './vaultSamples.ts';

const PARALLEL = 50;
const { id } = sampleRecord();

/** Secret records of nouns. */
export function vaultShelvesContract(vault: () => Vault): void {
  it('keeps records as they were added, and removes them', async () => {
    const shelf = vault().shelf('ticket');
    expect(await shelf.find(id)).toBeNull();
    await shelf.add(sampleRecord());
    await shelf.add(sampleRecord({ secret: 'added twice' }));
    expect(await shelf.find(id)).toEqual(sampleRecord());
    await shelf.remove(id);
    await shelf.remove(id);
    expect(await shelf.find(id)).toBeNull();
    expect(await shelf.advance(id, 1)).toBe(false);
  });

  it('keeps the records of each noun apart, also under one id', async () => {
    const [tickets, keys] = [vault().shelf('ticket'), vault().shelf('ticketKey')];
    const [ofTicket, ofKey] = [sampleRecord({ counter: 1 }), sampleRecord({ secret: 'another', at: minute(1) })];
    await tickets.add(ofTicket);
    await keys.add(ofKey);
    expect(await tickets.advance(id, 2)).toBe(true);
    expect(await keys.find(id)).toEqual(ofKey);
    expect(await tickets.olderThan(minute(9))).toEqual([{ id, subject: ADA }]);
    expect(await keys.olderThan(minute(1))).toEqual([]);
    await keys.remove(id);
    expect(await tickets.find(id)).toEqual({ ...ofTicket, counter: 2 });
  });

  it('moves a counter only on, and from 0 also to 0', async () => {
    const shelf = vault().shelf('ticket');
    await shelf.add(sampleRecord());
    await shelf.add(sampleRecord({ id: 'other' }));
    for (const isTaken of [true, true]) expect(await shelf.advance(id, 0)).toBe(isTaken);
    expect(await shelf.advance(id, 7)).toBe(true);
    for (const counter of [7, 6, 0]) expect(await shelf.advance(id, counter)).toBe(false);
    expect(await shelf.advance(id, 4_294_967_295)).toBe(true);
    expect(await shelf.find(id)).toEqual(sampleRecord({ counter: 4_294_967_295 }));
    expect(await shelf.find('other')).toEqual(sampleRecord({ id: 'other' }));
  });

  it(`takes one of ${PARALLEL} calls with one number`, async () => {
    const shelf = vault().shelf('ticket');
    await shelf.add(sampleRecord({ counter: 4 }));
    const calls = Array.from({ length: PARALLEL }, () => shelf.advance(id, 5));
    expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(1);
  });

  it('lists records that were added before an instant, oldest first', async () => {
    const shelf = vault().shelf('ticket');
    await shelf.add(sampleRecord({ id: 'second', at: minute(2) }));
    await shelf.add(sampleRecord({ id: 'first', at: minute(1) }));
    await shelf.add(sampleRecord({ id: 'of Bob', subject: BOB, at: minute(3) }));
    expect(await shelf.olderThan(minute(1))).toEqual([]);
    const first = { id: 'first', subject: ADA };
    expect(await shelf.olderThan(minute(2))).toEqual([first]);
    expect(await shelf.olderThan(minute(3))).toEqual([first, { id: 'second', subject: ADA }]);
  });

  it('[P10] removes the records of a person from all shelves, and no others', async () => {
    const shelves = ['ticket', 'key'].map((noun) => vault().shelf(noun));
    for (const shelf of shelves) {
      await shelf.add(sampleRecord());
      await shelf.add(sampleRecord({ id: 'of Bob', subject: BOB }));
    }
    for (let times = 0; times < 2; times += 1) await vault().clearShelves(ADA);
    for (const shelf of shelves) expect(await shelf.olderThan(minute(1))).toEqual([{ id: 'of Bob', subject: BOB }]);
  });
}
