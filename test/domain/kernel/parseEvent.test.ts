import { describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { defineEvent } from '#domain/kernel/event.ts';
import { parseEvent, parsePersonal } from '#domain/kernel/parseEvent.ts';
import { labelSealed, personal, personalField } from '#domain/kernel/personal.ts';

/** An event with a history: the price was dollars, then cents, then got a currency. */
const Priced = defineEvent({
  type: 'Priced',
  schema: z.strictObject({ cents: z.int(), currency: z.string() }),
  previous: [
    {
      schema: z.strictObject({ dollars: z.number() }),
      upcast: (data: { dollars: number }) => ({ cents: Math.round(data.dollars * 100) }),
    },
    {
      schema: z.strictObject({ cents: z.int() }),
      upcast: (data: { cents: number }) => ({ ...data, currency: 'USD' }),
    },
  ],
});
const definitions = { Priced };
const parse = (version: number, data: unknown, type = 'Priced') => parseEvent(definitions, { type, version, data });

describe('parsing a stored event', () => {
  it('climbs from every version to the present one', () => {
    const event = { type: 'Priced', data: { cents: 1_050, currency: 'USD' } };
    expect(parse(1, { dollars: 10.5 })).toEqual({ kind: 'event', event, version: 3 });
    expect(parse(2, { cents: 1_050 })).toEqual({ kind: 'event', event, version: 3 });
    expect(parse(3, event.data)).toEqual({ kind: 'event', event, version: 3 });
  });

  it('does not know types and versions that a newer release wrote', () => {
    expect(parse(4, {})).toEqual({ kind: 'unknown' });
    expect(parse(1, {}, 'Haggled')).toEqual({ kind: 'unknown' });
    expect(parse(1, {}, 'constructor')).toEqual({ kind: 'unknown' });
    expect(parse(0, {})).toEqual({ kind: 'unknown' });
    expect(parse(1.5, {})).toEqual({ kind: 'unknown' });
  });

  it('names the fault of data that does not fit its own version', () => {
    expect(parse(1, { cents: 1_050 })).toMatchObject({ kind: 'invalid' });
    expect(parse(3, { cents: 1_050, currency: 'USD', extra: true })).toMatchObject({ kind: 'invalid' });
    const broken = { ...Priced, previous: Priced.previous.map((each) => ({ ...each, upcast: () => ({}) })) };
    const parsed = parseEvent({ Priced: broken }, { type: 'Priced', version: 2, data: { cents: 1 } });
    expect(parsed).toMatchObject({ kind: 'invalid', reason: expect.stringContaining('cents') });
  });

  it('[P10] reads a personal field as null once its subject is erased', () => {
    const Noted = defineEvent({
      type: 'Noted',
      subject: 'userId',
      schema: z.strictObject({ userId: z.string(), note: personalField(z.string()) }),
    });
    const stored = (note: unknown) => ({ type: 'Noted', version: 1, data: { userId: 'ada', note } });
    expect(Noted.personal).toEqual(['note']);
    expect(parseEvent({ Noted }, stored(null))).toMatchObject({ kind: 'event', event: { data: { note: null } } });
    expect(parseEvent({ Noted }, stored('hi'))).toMatchObject({
      kind: 'event',
      event: { data: { note: personal('hi') } },
    });
    expect(parseEvent({ Noted }, stored({ $sealed: 'x' }))).toMatchObject({ kind: 'invalid' });
  });

  it('[P10] reads a personal field sealed, and parses its open value of every version as that of the present one', () => {
    const text = personalField(z.string());
    const Noted = defineEvent({
      type: 'Noted',
      subject: 'userId',
      schema: z.strictObject({ userId: z.string(), note: personalField(z.array(z.string())) }),
      previous: [
        {
          schema: z.strictObject({ userId: z.string(), note: text, title: text }),
          upcast: ({ userId, note }: { userId: string; note: unknown }) => ({ userId, note }),
          personal: { note: (before: string) => [before], title: null },
        },
      ],
    });
    const note = labelSealed({ type: 'Noted', version: 1, field: 'note', subject: 'ada', eventId: 'e1' }, 'AAAA');
    const stored = { type: 'Noted', version: 1, data: { userId: 'ada', note, title: null } };
    expect(parseEvent({ Noted }, stored)).toMatchObject({ kind: 'event', event: { data: { userId: 'ada', note } } });
    const open = (version: number, field: string, value: unknown) =>
      parsePersonal({ Noted }, { type: 'Noted', version, field }, value);
    expect(open(1, 'note', 'hi')).toEqual(['hi']);
    expect(open(2, 'note', ['hi'])).toEqual(['hi']);
    expect(() => open(2, 'note', 'hi')).toThrow('does not fit');
    expect(() => open(1, 'title', 'hi')).toThrow('has no title');
    expect(() => open(3, 'note', ['hi'])).toThrow('not known');
  });

  it('refuses to declare a version that says not what becomes of a personal field', () => {
    const declare = (before: object, personal: object | undefined, after: object) => () =>
      defineEvent({
        type: 'Bad',
        subject: 'userId',
        schema: z.strictObject({ userId: z.string(), ...after }),
        previous: [
          {
            schema: z.strictObject({ userId: z.string(), ...before }),
            upcast: (data: never) => data,
            ...(personal && { personal: personal as Record<string, (value: never) => unknown> }),
          },
        ],
      });
    const same = (value: unknown) => value;
    const note = personalField(z.string());
    expect(declare({ note }, undefined, { note })).toThrow('an upcast of its own');
    expect(declare({}, { note: same }, { note })).toThrow('an upcast of its own');
    expect(declare({ note }, { note: same }, {})).toThrow('no such personal field');
    expect(declare({ note }, { note: null }, { note })).toThrow('no such personal field');
    // Older events have it in plain in the log.
    expect(declare({ note: z.string() }, undefined, { note })).toThrow("can't become personal");
    expect(declare({ note }, { note: same }, { note })).not.toThrow();
  });

  it('refuses to declare personal data without a subject', () => {
    const declare = () => defineEvent({ type: 'Bad', schema: z.strictObject({ name: personalField(z.string()) }) });
    expect(declare).toThrow('Event Bad has personal fields (name) but names no subject.');
  });
});
