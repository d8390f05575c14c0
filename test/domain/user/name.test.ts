import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rejectionText } from '#domain/registry.ts';
import { lastNameInitial, parseName } from '#domain/user/name.ts';

function answer(typed: string): string {
  const parsed = parseName(typed);
  return parsed.ok ? `${parsed.name.first}|${parsed.name.last}` : rejectionText(parsed.rejection);
}

describe('names at sign-up', () => {
  it.each([
    ['', 'Name is required.'],
    ['   ', 'Name is required.'],
    ['Ada Lovelace2', 'Your Name is Invalid.'],
    ['Ada-Marie Lovelace', 'Your Name is Invalid.'],
    ['Ada\nLovelace', 'Your Name is Invalid.'],
    ['Ada_Lovelace', 'Your Name is Invalid.'],
    ['\u3164\u3164 \u3164\u3164', 'Your Name is Invalid.'],
    [`A${'\u0301'.repeat(18)}b Cd`, 'Your Name is Invalid.'],
    ['\u115f\u1160 \uffa0\uffa0', 'Your Name is Invalid.'],
    ['Ada\u200b Lovelace', 'Your Name is Invalid.'],
    ['Ada Love\u00adlace', 'Your Name is Invalid.'],
    ['Ada \u202eecalevoL', 'Your Name is Invalid.'],
    ['Ada \u2066Lovelace\u2069', 'Your Name is Invalid.'],
    ['Ada\u034f Lovelace\ufe0f', 'Your Name is Invalid.'],
    ['A Lovelace', 'Name is Invalid'],
    ["'' Lovelace", 'Name is Invalid'],
    ['Ada', 'Full name is required'],
    ['Ada L', 'Full name is required'],
    ["Ada L'", 'Full name is required'],
    [`Ada ${'x'.repeat(21)}`, 'First and last name may have at most 20 characters each.'],
  ])('[AUTH-13] answers %j with the exact text %j', (typed, text) => {
    expect(answer(typed)).toBe(text);
  });

  it('[AUTH-13] looks at characters before lengths, and at the first name before the last', () => {
    expect(answer('A1')).toBe('Your Name is Invalid.');
    expect(answer('A')).toBe('Name is Invalid');
  });

  it.each([
    ['  Ada   Lovelace ', 'Ada|Lovelace'],
    ['Ada King of Lovelace', 'Ada|Lovelace'],
    ["Conan O'Brien", "Conan|O'Brien"],
    ['Zoë Núñez', 'Zoë|Núñez'],
    ['Łukasz Świątek', 'Łukasz|Świątek'],
    ['李小 龙王', '李小|龙王'],
    [`Ada\u00a0Lovelace`, 'Ada|Lovelace'],
    ['홍길동 김철수', '홍길동|김철수'],
    ['मीरा शर्मा', 'मीरा|शर्मा'],
  ])('[AUTH-13] accepts %j', (typed, parts) => {
    expect(answer(typed)).toBe(parts);
  });

  it.each([
    ['lovelace', 'L.'],
    ["'t Hooft", 'T.'],
    ['świątek', 'Ś.'],
  ])('[AUTH-15] stores %j as its initial and a period', (last, initial) => {
    expect(lastNameInitial(last)).toBe(initial);
  });

  it('never throws, and what it accepts it accepts again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
        const parsed = parseName(typed);
        if (!parsed.ok) return;
        expect(parseName(`${parsed.name.first} ${parsed.name.last}`)).toEqual(parsed);
      }),
      { seed: 13, numRuns: 500 },
    );
  });
});
