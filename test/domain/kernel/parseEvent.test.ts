import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineEvent } from '#domain/kernel/event.ts';
import { parseEvent } from '#domain/kernel/parseEvent.ts';
import { personal, personalField } from '#domain/kernel/personal.ts';

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

  it('says what is wrong with data that does not fit its own version', () => {
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

  it('refuses to declare personal data without a subject', () => {
    const declare = () => defineEvent({ type: 'Bad', schema: z.strictObject({ name: personalField(z.string()) }) });
    expect(declare).toThrow('Event Bad has personal fields (name) but names no subject.');
  });
});
