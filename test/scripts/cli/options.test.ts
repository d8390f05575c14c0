import { describe, expect, it } from '@jest/globals';
import { campus, instant, oneOf, position, someOf, speed, wholeNumber } from '#scripts/cli/options.ts';
import { formatEvent } from '#scripts/log/format.ts';

const now = () => new Date('2026-11-21T12:00:00.000Z');

describe('what options take', () => {
  it('positions of any engine, as they are typed', () => {
    expect(position('120')).toBe('120');
    expect(position('00000000000bad9f00000000000bad9f')).toBe('00000000000bad9f00000000000bad9f');
    expect(position('0000000000000120')).toBe('0000000000000120');
    for (const wrong of ['', '-1', '1.5', 'x', '0'.repeat(33)]) expect(() => position(wrong)).toThrow(/position/);
  });

  it('instants, or how long ago', () => {
    expect(instant(now)('2026-11-20')).toBe('2026-11-20T00:00:00.000Z');
    expect(instant(now)('2026-11-20T08:30:00Z')).toBe('2026-11-20T08:30:00.000Z');
    expect(instant(now)('90s')).toBe('2026-11-21T11:58:30.000Z');
    expect(instant(now)('3d')).toBe('2026-11-18T12:00:00.000Z');
    for (const wrong of ['yesterday', '5', '3w', '2026-13-45']) expect(() => instant(now)(wrong)).toThrow(/instant/);
  });

  it('speeds', () => {
    expect([speed('1x'), speed('10x'), speed('0.5x'), speed('max')]).toEqual([1, 10, 0.5, Number.POSITIVE_INFINITY]);
    for (const wrong of ['0x', 'fast', '10', '-1x']) expect(() => speed(wrong)).toThrow(/speed/);
  });

  it('whole numbers, campuses and names, saying what there is', () => {
    expect(wholeNumber()('7')).toBe(7);
    expect(() => wholeNumber()('0')).toThrow(/from 1/);
    expect(wholeNumber(0)('0')).toBe(0);
    expect(campus('ou')).toBe('ou');
    expect(() => campus('atlantis')).toThrow(/campus/);
    expect(() => oneOf('fruit', ['apple', 'pear'])('plum')).toThrow('There is no fruit plum; there are apple, pear.');
    expect(someOf('fruit', ['apple', 'pear'])('apple, pear', ['apple'])).toEqual(['apple', 'apple', 'pear']);
  });
});

describe('CSV', () => {
  it('quotes what needs it, and keeps a value from being a formula', () => {
    const meta = { commandId: 'c', commandHash: 'h', actor: '=1+1', campus: 'ou', at: 't', causedBy: null };
    const event = { id: 'i', stream: 's', revision: 0, position: 'p', type: 'T', version: 1, data: { a: '"' }, meta };
    expect(formatEvent(event, 'csv')).toBe(`p,t,T,1,s,0,ou,'=1+1,c,"{""a"":""\\""""}"`);
  });
});
