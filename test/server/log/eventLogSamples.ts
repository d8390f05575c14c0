import { z } from 'zod';
import { defineEvent, type EventDefinition } from '#domain/kernel/event.ts';
import { eventId, newId } from '#domain/kernel/ids.ts';
import { personalField } from '#domain/kernel/personal.ts';
import { eventDefinitions } from '#domain/registry.ts';
import type { UnsealedEvent } from '#server/log/eventCodec.ts';

export const ADA = '0190a000-0000-7000-8000-00000000000a';
export const BOB = '0190a000-0000-7000-8000-00000000000b';

/** An event type with a history: version 1 had a public nickname, version 2 made it personal and split it. */
const Nicknamed = defineEvent({
  type: 'Nicknamed',
  subject: 'userId',
  schema: z.strictObject({
    userId: z.string(),
    nickname: personalField(z.string()),
    mood: personalField(z.string()),
    length: z.int(),
  }),
  previous: [
    {
      schema: z.strictObject({ userId: z.string(), nickname: z.string(), mood: personalField(z.string()) }),
      upcast: (data: { userId: string; nickname: string; mood: unknown }) => ({
        ...data,
        length: data.nickname.length,
      }),
    },
  ],
});

/** An event type with a list of what is personal. */
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
  return event(n, 'Nicknamed', { userId, nickname: 'countess', mood: 'cheerful', length: 8 });
}

/** The event type with a list. */
export function hobbiesListed(n: number, hobbies: readonly string[], userId = ADA): UnsealedEvent {
  return event(n, 'HobbiesListed', { userId, hobbies });
}
