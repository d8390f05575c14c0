import { createSecretKey } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { readSealed, type SealedValue } from '#domain/kernel/personal.ts';
import { START, Unavailable, UnknownEvent } from '#projections/engine/eventLog.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import type { UnsealedEvent } from '#server/log/eventCodec.ts';
import { createEventLog, type OpenEventLog } from '#server/log/eventLog.ts';
import { sealValue } from '#server/log/sealedValue.ts';
import { SubjectDestroyed } from '#server/log/subjectKeys.ts';
import { UnreadableEvent } from '#server/log/unreadableEvent.ts';
import { type EventStore, InvalidAppend, type NewEvent, type StoredEvent } from '#server/ports/eventStore.ts';
import type { Vault } from '#server/ports/vault.ts';
import {
  ADA,
  BOB,
  bioChanged,
  command,
  confirmed,
  definitions,
  erased,
  hobbiesListed,
  nicknamed,
  nicknamedOfOld,
  registered,
} from './eventLogSamples.ts';

const STREAM = `user-${ADA}`;

let store: MemoryEventStore;
let vault: Vault;
let log: OpenEventLog;

beforeEach(() => {
  store = createMemoryEventStore();
  vault = createMemoryVault();
  log = createEventLog(store, vault.keys, definitions);
});

/** Appends as the dispatcher does. */
async function append(stream: string, ...events: readonly UnsealedEvent[]): Promise<void> {
  const present = await store.readStream(stream);
  await store.append(stream, present.length - 1, await log.seal(events));
}

const refuse = () => Promise.reject(new Error('No key is asked for here.'));

/** Appends to the store itself, past the codec. */
async function appendRaw(change: Partial<NewEvent>): Promise<void> {
  const [sealed] = (await log.seal([bioChanged(99)])) as [NewEvent];
  await store.append(STREAM, -1, [{ ...sealed, ...change }]);
}

/** A subscription to the present events, which delivers the same objects to all. */
function following(events: readonly StoredEvent[]): EventStore['subscribe'] {
  return (_after, handler) => {
    void handler(events);
    return { close: async () => undefined };
  };
}

/** The first event that a subscription brings. */
function firstOf(source: OpenEventLog): Promise<RecordedEvent | undefined> {
  return new Promise((resolve, reject) => {
    source.subscribe(START, async ([first]) => resolve(first), reject);
  });
}

describe('writing', () => {
  it('[P9] [P10] leaves nothing personal in the log, and everything else', async () => {
    await append(STREAM, registered(1), bioChanged(2), confirmed(3));
    const text = JSON.stringify(await store.readAll(START, 10));
    for (const word of ['ada.lovelace', 'adalovelace', '"Ada"', '"L."', 'analytical']) expect(text).not.toContain(word);
    expect(text).toContain(`"userId":"${ADA}"`);
    const [first] = await store.readStream(STREAM);
    expect(first?.data).toEqual({
      userId: ADA,
      campus: 'ou',
      email: { $sealed: expect.any(String) },
      username: { $sealed: expect.any(String) },
      firstName: { $sealed: expect.any(String) },
      lastName: { $sealed: expect.any(String) },
    });
  });

  it('seals the same value differently each time', async () => {
    const [first, second] = await log.seal([bioChanged(1), bioChanged(1)]);
    expect(first?.data).not.toEqual(second?.data);
  });

  it('[P1] has the key in the vault before the event can be appended', async () => {
    await log.seal([bioChanged(1)]);
    expect((await vault.keys.find([ADA])).get(ADA)).toHaveLength(32);
  });

  it('makes no key for events without personal data', async () => {
    await log.seal([confirmed(1), erased(2)]);
    expect(await vault.keys.find([ADA])).toEqual(new Map());
  });

  it('stamps the present version', async () => {
    expect(await log.seal([nicknamed(1), confirmed(2)])).toMatchObject([{ version: 2 }, { version: 1 }]);
  });

  it('refuses to seal what was sealed before', async () => {
    await append(STREAM, bioChanged(1));
    const [sealed] = await log.sealed.readStream(STREAM);
    await expect(log.seal([{ ...bioChanged(1), data: sealed?.data }])).rejects.toThrow('was sealed before');
  });

  it('leaves a personal field that is null as it is', async () => {
    const [event] = await log.seal([registered(1, ADA, { email: null })]);
    expect(event?.data).toMatchObject({ email: null });
  });

  it('leaves an empty list as it is, and reads those that were sealed as well', async () => {
    const [none, some] = (await log.seal([hobbiesListed(1, []), hobbiesListed(2, ['engines'])])) as [
      NewEvent,
      NewEvent,
    ];
    expect(none.data).toEqual({ userId: ADA, hobbies: [] });
    expect(some.data).toEqual({ userId: ADA, hobbies: { $sealed: expect.any(String) } });
    const key = await vault.keys.obtain(ADA);
    const $sealed = sealValue(createSecretKey(key ?? new Uint8Array()), `${command(3)}\nhobbies`, []);
    const hobbies = { $sealed };
    await store.append(STREAM, -1, [none, some, { ...none, id: command(3), data: { userId: ADA, hobbies } }]);
    const read = await log.readStream(STREAM);
    expect(read.map(({ data }) => data)).toEqual([[], ['engines'], []].map((each) => ({ userId: ADA, hobbies: each })));
  });

  it('refuses what it could never read again, without naming values', async () => {
    const strange = { ...confirmed(1), type: 'Strange' };
    await expect(log.seal([strange])).rejects.toThrow(InvalidAppend);
    await expect(log.seal([{ ...confirmed(1), type: 'constructor' }])).rejects.toThrow(InvalidAppend);
    const error = await log.seal([registered(1, ADA, { email: 5, extra: 'Ada' })]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidAppend);
    expect((error as Error).message).toContain('email (invalid_type)');
    expect((error as Error).message).not.toContain('Ada');
  });

  it('[P10] refuses new personal data of a person whose key was destroyed', async () => {
    await append(STREAM, bioChanged(1));
    await vault.keys.destroy([ADA]);
    const error = await log.seal([bioChanged(2)]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SubjectDestroyed);
    expect(error).toMatchObject({ subject: ADA });
    await expect(log.seal([confirmed(3), bioChanged(4, BOB)])).resolves.toHaveLength(2);
  });
});

describe('reading', () => {
  it('gives back what was written, by stream and by position', async () => {
    const events = [registered(1), bioChanged(2), confirmed(3)];
    await append(STREAM, ...events);
    const read = await log.readStream(STREAM);
    expect(read).toMatchObject(events.map((event, revision) => ({ ...event, revision, stream: STREAM, version: 1 })));
    expect(await log.readAll(START, 10)).toEqual(read);
    expect(await log.readAll(read[0]?.position ?? '', 1)).toEqual(read.slice(1, 2));
    expect(await log.readStream(STREAM, 2)).toEqual(read.slice(2));
    expect(await log.head()).toBe(read.at(-1)?.position);
  });

  it('subscribes to what is readable, history and live', async () => {
    await append(STREAM, registered(1));
    const seen: unknown[] = [];
    const { promise: both, resolve } = Promise.withResolvers<void>();
    const handler = async (events: readonly { data: unknown }[]): Promise<void> => {
      seen.push(...events.map(({ data }) => data));
      if (seen.length === 2) resolve();
    };
    const subscription = log.subscribe(START, handler, (error) => seen.push(error));
    await append(STREAM, bioChanged(2));
    await both;
    await subscription.close();
    expect(seen).toEqual([registered(1).data, bioChanged(2).data]);
  });

  it('decrypts, then upcasts, then parses', async () => {
    const key = (await vault.keys.obtain(ADA)) ?? new Uint8Array();
    await store.append(STREAM, -1, [nicknamedOfOld(1, key)]);
    expect(await log.readStream(STREAM)).toMatchObject([{ version: 2, data: nicknamed(1).data }]);
  });

  it('asks the vault once for a batch, and not again for known keys', async () => {
    await append(STREAM, registered(1), bioChanged(2), bioChanged(3));
    await append(`user-${BOB}`, registered(4, BOB), bioChanged(5, BOB));
    const asked: (readonly string[])[] = [];
    const find: Vault['keys']['find'] = (subjects) => {
      asked.push(subjects);
      return vault.keys.find(subjects);
    };
    const fresh = createEventLog(store, { ...vault.keys, find }, definitions);
    await fresh.readAll(START, 10);
    await fresh.readAll(START, 10);
    expect(asked).toEqual([[ADA, BOB]]);
  });

  it('gives others a turn while it reads a long batch', async () => {
    const events = await log.seal(Array.from({ length: 200 }, (_, n) => bioChanged(n)));
    await store.append(STREAM, -1, events);
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await log.readStream(STREAM);
    clearImmediate(timer);
    expect(turns).toBeGreaterThanOrEqual(3);
  });
});

describe('erasure', () => {
  const blank = { ...(registered(1).data as object), email: null, username: null, firstName: null, lastName: null };

  it('[P10] reads null for the personal fields of a person whose key was destroyed', async () => {
    await append(STREAM, registered(1));
    await append(`user-${BOB}`, bioChanged(2, BOB));
    await vault.keys.destroy([ADA]);
    const fresh = createEventLog(store, vault.keys, definitions);
    expect(await fresh.readAll(START, 10)).toMatchObject([{ data: blank }, { data: bioChanged(2, BOB).data }]);
  });

  it('opens an event once for all subscribers, and blank for those that read it after an erasure', async () => {
    await append(STREAM, registered(1));
    const [kept] = await store.readAll(START, 1);
    // As the store does that is the only writer: it hands out the newest events as they are.
    const source = createEventLog({ ...store, subscribe: following([kept as StoredEvent]) }, vault.keys, definitions);
    const follow = () => firstOf(source);
    const [one, other] = [await follow(), await follow()];
    expect(one).toMatchObject({ data: { firstName: 'Ada' } });
    expect(other).toBe(one);
    await vault.keys.destroy([ADA]);
    await append(STREAM, erased(2));
    await source.readStream(STREAM);
    expect(await follow()).toMatchObject({ data: { firstName: null, email: null } });
  });

  it('[P10] forgets a key it knows as soon as the log says that the person is erased', async () => {
    await append(STREAM, registered(1));
    expect(await log.readStream(STREAM)).toMatchObject([{ data: registered(1).data }]);
    await append(STREAM, erased(2));
    expect(await log.readAll(START, 10)).toMatchObject([{ data: blank }, { type: 'SubjectErased' }]);
    expect(await log.readStream(STREAM)).toMatchObject([{ data: blank }, { type: 'SubjectErased' }]);
    await expect(log.seal([bioChanged(3)])).rejects.toThrow(SubjectDestroyed);
  });

  it('[P10] reads null when the vault lost the key of a person whom the log says erased', async () => {
    await append(STREAM, registered(1), erased(2));
    const other = createEventLog(store, createMemoryVault().keys, definitions);
    expect(await other.readAll(START, 1)).toMatchObject([{ data: blank }]);
  });

  it('[P4] stops with Unavailable when a key is missing without erasure: never null', async () => {
    await append(STREAM, registered(1));
    const other = createEventLog(store, createMemoryVault().keys, definitions);
    await expect(other.readStream(STREAM)).rejects.toThrow(Unavailable);
    await expect(other.readAll(START, 10)).rejects.toThrow(ADA);
    const { promise: reported, resolve } = Promise.withResolvers<Error>();
    other.subscribe(START, () => Promise.reject(new Error('handled')), resolve);
    expect(await reported).toBeInstanceOf(Unavailable);
  });

  it('[P10] blanks also an empty list, which was never sealed', async () => {
    await append(STREAM, bioChanged(1), hobbiesListed(2, []));
    await vault.keys.destroy([ADA]);
    const fresh = createEventLog(store, vault.keys, definitions);
    expect(await fresh.readStream(STREAM)).toMatchObject([{ data: { bio: null } }, { data: { hobbies: null } }]);
  });

  it('[P10] blanks also what an older version wrote', async () => {
    const key = (await vault.keys.obtain(ADA)) ?? new Uint8Array();
    await store.append(STREAM, -1, [nicknamedOfOld(1, key)]);
    await vault.keys.destroy([ADA]);
    expect(await log.readStream(STREAM)).toMatchObject([{ data: { nickname: null, mood: null, shown: true } }]);
  });
});

describe('read as projections do', () => {
  it('[P10] gives personal data sealed, with a label, and asks for no key', async () => {
    await append(STREAM, registered(1), bioChanged(2), confirmed(3), hobbiesListed(4, []));
    const noKeys = { find: refuse, obtain: refuse, destroy: refuse };
    const { sealed } = createEventLog(store, noKeys, definitions);
    const read = await sealed.readAll(START, 10);
    const { bio } = (read[1]?.data ?? {}) as { readonly bio: SealedValue };
    const label = { type: 'BioChanged', version: 1, field: 'bio', subject: ADA, eventId: read[1]?.id };
    expect(readSealed(bio)).toEqual({ ...label, ciphertext: expect.any(String) });
    expect(JSON.stringify(read)).not.toMatch(/lovelace|Ada|analytical/);
    expect(read.slice(2).map(({ data }) => data)).toEqual([confirmed(3).data, hobbiesListed(4, []).data]);
    expect(await sealed.readStream(STREAM)).toEqual(read);
  });

  it('keeps what an older version wrote as it was sealed, in the shape of the present one', async () => {
    const key = (await vault.keys.obtain(ADA)) ?? new Uint8Array();
    await store.append(STREAM, -1, [nicknamedOfOld(1, key)]);
    const [event] = await log.sealed.readStream(STREAM);
    const { nickname, shown } = (event?.data ?? {}) as { readonly nickname: SealedValue; readonly shown: boolean };
    expect([event?.version, shown, readSealed(nickname)?.version]).toEqual([2, true, 1]);
  });

  it.each([
    ['a personal field in plain text', { data: { userId: ADA, bio: 'plain' } }],
    ['a personal field without its person', { data: { bio: { $sealed: 'AAAA' } } }],
  ])('stops at %s', async (_, change) => {
    await appendRaw(change);
    await expect(log.sealed.readAll(START, 10)).rejects.toThrow(UnreadableEvent);
  });
});

describe('what can not be read', () => {
  it.each([
    ['a type that nobody declared', { type: 'FutureThing' }],
    ['a type named like a method of objects', { type: 'constructor' }],
    ['a version from the future', { version: 2 }],
  ])('stops at %s: it is never skipped', async (_, change) => {
    await appendRaw(change);
    const error = await log.readAll(START, 10).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnknownEvent);
    expect(error).toMatchObject({ position: '0000000000000001' });
    expect((error as Error).message).toContain('newer release');
  });

  it.each([
    ['data that does not fit its schema', { data: { userId: ADA } }],
    ['a personal field in plain text', { data: { userId: ADA, bio: 'plain' } }],
    ['a personal list in plain text', { type: 'HobbiesListed', data: { userId: ADA, hobbies: ['engines'] } }],
    ['a personal field without its person', { data: { bio: { $sealed: 'AAAA' } } }],
    ['a sealed field that is cut', { data: { userId: ADA, bio: { $sealed: 'AAAA' } } }],
    ['a sealed field that is no text', { data: { userId: ADA, bio: { $sealed: 5 } } }],
  ])('stops at %s', async (_, change) => {
    await appendRaw(change);
    await expect(log.readAll(START, 10)).rejects.toThrow(UnreadableEvent);
  });

  it('stops at a sealed value that was moved to another event or field', async () => {
    const [one, other] = (await log.seal([registered(1), registered(2)])) as [NewEvent, NewEvent];
    const swappedEvents = { ...(one.data as object), email: (other.data as { email: object }).email };
    await store.append(STREAM, -1, [{ ...one, data: swappedEvents }]);
    await expect(log.readStream(STREAM)).rejects.toThrow(/email was sealed with another key, or changed/);
    const { firstName, lastName } = other.data as Record<string, unknown>;
    const swappedFields = { ...(other.data as object), firstName: lastName, lastName: firstName };
    await store.append(`user-${BOB}`, -1, [{ ...other, data: swappedFields }]);
    await expect(log.readStream(`user-${BOB}`)).rejects.toThrow(UnreadableEvent);
  });

  it('stops at every flipped bit', async () => {
    const [event] = (await log.seal([bioChanged(1)])) as [NewEvent];
    const sealed = Buffer.from((event.data as { bio: { $sealed: string } }).bio.$sealed, 'base64');
    const { readStream } = store;
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const data = { userId: ADA, bio: { $sealed: changed.toString('base64') } };
      const place = { stream: STREAM, revision: 0, position: '0000000000000001' };
      const tampered = { ...store, readStream: async () => [{ ...event, ...place, data }] };
      await expect(createEventLog(tampered, vault.keys, definitions).readStream(STREAM)).rejects.toThrow(
        UnreadableEvent,
      );
    }
    expect(await readStream(STREAM)).toEqual([]);
  });
});
