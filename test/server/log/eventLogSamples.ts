import { createSecretKey } from 'node:crypto';
import * as z from 'zod/mini';
import { defineEvent, type EventDefinition } from '#domain/kernel/event.ts';
import { eventId, newId } from '#domain/kernel/ids.ts';
import { personalField } from '#domain/kernel/personal.ts';
import { eventDefinitions } from '#domain/registry.ts';
import type { UnsealedEvent } from '#server/log/eventCodec.ts';
import { sealValue } from '#server/log/sealedValue.ts';
import type { NewEvent } from '#server/ports/eventStore.ts';

export const ADA = '0190a000-0000-7000-8000-00000000000a';
export const BOB = '0190a000-0000-7000-8000-00000000000b';

/** An event type with a history: version 1 had a nickname in one text, version 2 has its words and says who sees it. */
const Nicknamed = defineEvent({
  type: 'Nicknamed',
  subject: 'userId',
  schema: z.strictObject({
    userId: z.string(),
    nickname: personalField(z.array(z.string())),
    mood: personalField(z.string()),
    shown: z.boolean(),
  }),
  previous: [
    {
      schema: z.strictObject({
        userId: z.string(),
        nickname: personalField(z.string()),
        mood: personalField(z.string()),
      }),
      upcast: (data: object) => ({ ...data, shown: true }),
      personal: { nickname: (text: string) => text.split(' '), mood: (text: string) => text },
    },
  ],
});

/** An event type with a personal list. */
const HobbiesListed = defineEvent({
  type: 'HobbiesListed',
  subject: 'userId',
  schema: z.strictObject({ userId: z.string(), hobbies: personalField(z.array(z.string())) }),
});

export const definitions: Readonly<Record<string, EventDefinition>> = {
  ...eventDefinitions,
  Nicknamed,
  HobbiesListed,
};

/** The n-th command of a test. */
export function command(n: number): string {
  return newId(ADA, n);
}

function event(n: number, type: string, data: object): UnsealedEvent {
  const commandId = command(n);
  return {
    id: eventId(commandId, 0),
    type,
    data,
    meta: {
      commandId,
      commandHash: 'c0ffee',
      actor: ADA,
      campus: 'ou',
      at: '2026-01-02T03:04:05.678Z',
      causedBy: null,
    },
  };
}

/** A person signs up. */
export function registered(n: number, userId = ADA, change: object = {}): UnsealedEvent {
  return event(n, 'UserRegistered', {
    userId,
    campus: 'ou',
    email: 'ada.lovelace@ou.edu',
    username: 'adalovelace',
    firstName: 'Ada',
    lastName: 'L.',
    ...change,
  });
}

/** A person writes about herself. */
export function bioChanged(n: number, userId = ADA, bio = 'I sell an analytical engine.'): UnsealedEvent {
  return event(n, 'BioChanged', { userId, bio });
}

/** A person is erased. */
export function erased(n: number, userId = ADA): UnsealedEvent {
  return event(n, 'SubjectErased', { userId, campus: null });
}

/** Something without personal data. */
export function confirmed(n: number, userId = ADA): UnsealedEvent {
  return event(n, 'EmailConfirmed', { userId, codeId: BOB });
}

/** The event type with a history. */
export function nicknamed(n: number, userId = ADA): UnsealedEvent {
  return event(n, 'Nicknamed', { userId, nickname: ['my', 'countess'], mood: 'cheerful', shown: true });
}

/** The event type with a list. */
export function hobbiesListed(n: number, hobbies: readonly string[], userId = ADA): UnsealedEvent {
  return event(n, 'HobbiesListed', { userId, hobbies });
}

/** The same as version 1 wrote it. */
export function nicknamedOfOld(n: number, key: Uint8Array, userId = ADA): NewEvent {
  const { id, type, meta } = nicknamed(n, userId);
  const seal = (field: string, value: string) => ({
    $sealed: sealValue(createSecretKey(key), `${id}\n${field}`, value),
  });
  const data = { userId, nickname: seal('nickname', 'my countess'), mood: seal('mood', 'cheerful') };
  return { id, type, version: 1, data, meta };
}
