import { beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { personalField } from '#domain/kernel/personal.ts';
import { START } from '#projections/engine/eventLog.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import { defineCollection } from '#projections/kernel/collection.ts';
import { erasures, holdsSealed } from '#projections/kernel/erasure.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createEventLog, type OpenEventLog } from '#server/log/eventLog.ts';
import type { Vault } from '#server/ports/vault.ts';
import { ALARM_EVERY_MS, createPersonalData, type PersonalData, type Withheld } from '#server/read/personalData.ts';
import { ADA, BOB, bioChanged, definitions, erased, nicknamedOfOld } from '../log/eventLogSamples.ts';

const profiles = defineCollection({
  name: 'profiles',
  schema: z.strictObject({ id: z.string(), bio: personalField(z.string()) }),
  subject: 'id',
  personal: ['bio'],
  queries: {},
  topics: () => [],
});
const nicknames = defineCollection({ ...profiles, name: 'nicknames', personal: ['nickname', 'mood'] });
const collections = new Map([profiles, nicknames, erasures].map((each) => [each.name, each as never]));

let store: MemoryEventStore;
let vault: Vault;
let log: OpenEventLog;
let withheld: Withheld[];

beforeEach(() => {
  store = createMemoryEventStore();
  vault = createMemoryVault();
  log = createEventLog(store, vault.keys, definitions);
  withheld = [];
});

function openerOf({ keys }: OpenEventLog = log): PersonalData {
  return createPersonalData({ keys, definitions, collections, onWithheld: (each) => withheld.push(each) });
}

/** An opener, and whether it decrypts a value, or takes it from memory. */
function watchedOpener() {
  let reads = 0;
  const watched = new Proxy(definitions, {
    get(all, type) {
      reads += 1;
      return Reflect.get(all, type);
    },
  });
  const { keys } = log;
  const personalData = createPersonalData({ keys, definitions: watched, collections, onWithheld: () => undefined });
  async function decrypts(open: PersonalData['open'], document: Versioned): Promise<boolean> {
    const before = reads;
    expect((await open([document])).map(bioOf)).toEqual([BIO]);
    return reads > before;
  }
  return { ...personalData, decrypts };
}

/** A document as a fold writes it: the event's personal data copied unchanged. */
async function profileOf(userId: string): Promise<Versioned> {
  await store.append(`user-${userId}`, -1, await log.seal([bioChanged(userId === ADA ? 1 : 2, userId)]));
  const [event] = await log.sealed.readStream(`user-${userId}`);
  const { bio } = (event?.data ?? {}) as { readonly bio: unknown };
  return { collection: 'profiles', key: userId, position: event?.position ?? START, doc: { id: userId, bio } };
}

const bioOf = (document: Versioned | undefined) => (document?.doc as { readonly bio: unknown } | undefined)?.bio;
/** A sealed value with other bytes at its end. */
const damage = (value: unknown) => ({ $sealed: (value as { $sealed: string }).$sealed.replace(/.{8}$/, 'AAAAAAA=') });
const BIO = 'I sell an analytical engine.';

describe('personal data of documents', () => {
  it('opens for those who answer a person, and is not opened twice', async () => {
    const profile = await profileOf(ADA);
    expect(holdsSealed(profiles, profile.doc)).toBe(true);
    const { open } = openerOf();
    const [first] = await open([profile]);
    expect([bioOf(first), holdsSealed(profiles, first?.doc)]).toEqual([BIO, false]);
    expect(bioOf((await open([structuredClone(profile)]))[0])).toBe(BIO);
    expect((profile.doc as { bio: object }).bio).toHaveProperty('$sealed');
  });

  it('opens what an older version of an event wrote as the present one', async () => {
    const key = (await vault.keys.obtain(ADA)) ?? new Uint8Array();
    await store.append(`user-${ADA}`, -1, [nicknamedOfOld(1, key)]);
    const [event] = await log.sealed.readStream(`user-${ADA}`);
    const { nickname, mood } = (event?.data ?? {}) as { readonly nickname: unknown; readonly mood: unknown };
    const document = { collection: 'nicknames', key: ADA, position: START, doc: { id: ADA, nickname, mood } };
    const [opened] = await openerOf().open([document]);
    expect(opened?.doc).toEqual({ id: ADA, nickname: ['my', 'countess'], mood: 'cheerful' });
  });

  it('[P10] is absent once the key is destroyed, or an erasure is among the documents, whatever was opened before', async () => {
    const [ada, bob] = [await profileOf(ADA), await profileOf(BOB)];
    const { open } = openerOf();
    expect((await open([ada, bob])).map(bioOf)).toEqual([BIO, BIO]);
    const erasure = { collection: erasures.name, key: ADA, position: START, doc: { id: ADA } };
    expect((await open([ada, bob, erasure])).map(bioOf)).toEqual([null, BIO, undefined]);
    expect((await open([ada])).map(bioOf)).toEqual([null]);
    await vault.keys.destroy([BOB]);
    expect((await openerOf(createEventLog(store, vault.keys, definitions)).open([bob])).map(bioOf)).toEqual([null]);
    expect(withheld).toEqual([]);
  });

  it('[P10] is absent when its subject is erased after the keys were found', async () => {
    const ada = await profileOf(ADA);
    const find: OpenEventLog['keys']['find'] = async (subjects) => {
      const found = await log.keys.find(subjects);
      log.keys.erased([ADA]);
      return found;
    };
    expect((await openerOf({ ...log, keys: { ...log.keys, find } }).open([ada])).map(bioOf)).toEqual([null]);
  });

  it('[P10] does not stay in memory once somebody is erased, or may have been', async () => {
    const bob = await profileOf(BOB);
    const { open, decrypts } = watchedOpener();
    const isDecrypted = () => decrypts(open, bob);
    expect([await isDecrypted(), await isDecrypted()]).toEqual([true, false]);
    log.keys.erased([ADA]);
    expect([await isDecrypted(), await isDecrypted()]).toEqual([true, false]);
    log.keys.clear();
    expect(await isDecrypted()).toBe(true);
  });

  it('is not kept for a reader that goes through whole collections', async () => {
    const bob = await profileOf(BOB);
    const { open, openOnce, decrypts } = watchedOpener();
    expect([await decrypts(openOnce, bob), await decrypts(openOnce, bob)]).toEqual([true, true]);
    expect([await decrypts(open, bob), await decrypts(open, bob)]).toEqual([true, false]);
  });

  it('[P10] is absent when the log says so and the vault never heard of it', async () => {
    const ada = await profileOf(ADA);
    await store.append(`user-${ADA}`, 0, await log.seal([erased(3)]));
    const elsewhere = createEventLog(store, createMemoryVault().keys, definitions);
    expect((await openerOf(elsewhere).open([ada])).map(bioOf)).toEqual([null]);
  });

  it('[P4] is withheld, never blanked, when a key is missing without an erasure; the rest is answered, and an alarm raised', async () => {
    const [ada, bob] = [await profileOf(ADA), await profileOf(BOB)];
    let isLost = true;
    const find: Vault['keys']['find'] = async (subjects) => {
      const found = new Map(await vault.keys.find(subjects));
      if (isLost) found.delete(ADA);
      return found;
    };
    const personalData = openerOf(createEventLog(store, { ...vault.keys, find }, definitions));
    expect(personalData.problem()).toBeNull();
    const [first, second] = await personalData.open([ada, bob]);
    expect([holdsSealed(profiles, first?.doc), bioOf(second)]).toEqual([true, BIO]);
    expect(withheld).toEqual([
      { collection: 'profiles', key: ADA, subject: ADA, reason: expect.stringContaining(ADA) },
    ]);
    expect([personalData.problem(), personalData.withheldSubjects]).toEqual([expect.stringContaining('Restore'), 1]);
    await personalData.open([ada]);
    expect(withheld).toHaveLength(1);
    isLost = false;
    expect((await personalData.open([ada])).map(bioOf)).toEqual([BIO]);
    expect([personalData.problem(), personalData.withheldSubjects]).toEqual([null, 0]);
  });

  it('raises an alarm once for a version of a document and hour, however often it is read, and beside others of the person', async () => {
    const [good, bad] = [await profileOf(ADA), await profileOf(BOB)];
    // The value of one document is damaged, another one of the same person opens.
    const damaged = { ...good, key: 'damaged', doc: { id: ADA, bio: damage(bioOf(good)) } };
    let uptime = 0;
    const personalData = createPersonalData({
      ...{ keys: log.keys, definitions, collections, uptime: () => uptime },
      onWithheld: (each) => withheld.push(each),
    });
    for (let reads = 0; reads < 3; reads += 1) await personalData.open([damaged, good, bad]);
    expect(withheld).toMatchObject([{ key: 'damaged', subject: ADA }]);
    expect(personalData.withheldSubjects).toBe(1);
    uptime += ALARM_EVERY_MS;
    for (let reads = 0; reads < 3; reads += 1) await personalData.open([damaged]);
    expect(withheld).toHaveLength(2);
    await personalData.open([{ ...damaged, position: '0000000000000099' }]);
    expect(withheld).toHaveLength(3);
    // It is deleted: nothing is withheld any more.
    await personalData.open([{ ...damaged, doc: null }]);
    expect([personalData.problem(), personalData.withheldSubjects]).toEqual([null, 0]);
    await personalData.open([damaged]);
    expect(personalData.withheldSubjects).toBe(1);
    // Its author is erased.
    log.keys.erased([ADA]);
    expect([personalData.problem(), personalData.withheldSubjects]).toEqual([null, 0]);
  });

  it('[P4] is withheld when its key does not open it: the vault is of another log', async () => {
    const ada = await profileOf(ADA);
    const other = createMemoryVault();
    await other.keys.obtain(ADA);
    const personalData = openerOf(createEventLog(store, other.keys, definitions));
    expect((await personalData.open([ada])).map(({ doc }) => holdsSealed(profiles, doc))).toEqual([true]);
    expect(withheld).toMatchObject([{ key: ADA, reason: expect.stringContaining('does not open') }]);
  });
});
