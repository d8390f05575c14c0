import { describe, expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import { rejectionText } from '#domain/registry.ts';
import { settingsAccess } from '#domain/settings/access.ts';
import { ageAt, checkBirthDate, daysInMonth } from '#domain/settings/birthDate.ts';
import { settingsCommands } from '#domain/settings/commands.ts';
import { initialSettings, settingsDecider } from '#domain/settings/decider.ts';
import { checkPhone } from '#domain/settings/phone.ts';
import { as, given, NOW, system, visitor } from '../given.ts';
import { ada, bob, confirmed, erased, id, registered, userAfter } from '../samples.ts';

const user = userAfter(registered(), confirmed());
const byAda = { actor: as(ada), facts: { user } };
const phone = { type: 'PhoneChanged', data: { userId: ada, phone: personal('405-555-0134') } } as const;
const silenced = { type: 'EmailNotificationsChanged', data: { userId: ada, wanted: false } } as const;
const born = (year: number, month: number, day: number) =>
  ({ id: id('born'), type: 'ChangeBirthDate', data: { year, month, day } }) as const;
const text = (rejection: { readonly code: string; readonly data: object } | null) =>
  rejection === null ? null : rejectionText(rejection as never);

describe('a phone number', () => {
  it.each([
    '4055550134',
    '405-555-0134',
    '405.555.0134',
    '(405) 555-0134',
    '+1 405 555 0134',
    '+1 (405) 555-0134',
    '+44 20 7946 0958',
    '+998901234567',
    ' 555 0134 ',
    // Twenty characters.
    '40-5-5-5-5-0-1-3-4-5',
    // The least and the most digits: one and six, four and fourteen.
    '1234567',
    '+123412345678901234',
  ])('[SETT-09] %s is one', (typed) => {
    expect(checkPhone(typed)).toBeNull();
  });

  it.each([
    '12',
    '555-013',
    'call me',
    '405--555-0134',
    '405-555-0134-',
    '++14055550134',
    '(405 555-0134',
    '123456',
    '1'.repeat(19),
    // Twenty-one.
    '4-0-5-5-5-5-0-1-3-4-5',
  ])('[SETT-09] %s is none', (typed) => {
    expect(text(checkPhone(typed))).toBe('Invalid phone #');
  });

  it('[SETT-09] is needed', () => {
    expect(['', '   '].map((typed) => text(checkPhone(typed)))).toEqual(Array(2).fill('A phone # is required'));
  });

  it('[SETT-09] is taken as typed, without the space around it; the same one changes nothing', () => {
    const command = { id: id('phone'), type: 'ChangePhone', data: { phone: ' 405-555-0134' } } as const;
    given(settingsDecider).when(command, byAda).thenExactly(phone);
    given(settingsDecider, phone).when(command, byAda).thenNothing();
    given(settingsDecider)
      .when({ ...command, data: { phone: 'none' } }, byAda)
      .thenRefused('PHONE_INVALID');
  });
});

describe('a birth date', () => {
  it('[SETT-11] needs month, day and year', () => {
    for (const part of ['year', 'month', 'day']) {
      const wrong = checkBirthDate({ year: 2004, month: 2, day: 29, [part]: null }, NOW);
      expect(text(wrong)).toBe('Please fill in all the fields');
    }
  });

  it('[SETT-11] is a day of the calendar from 1970 to 2021', () => {
    const dates = [born(2004, 2, 29), born(1970, 1, 1)];
    for (const command of dates)
      given(settingsDecider)
        .when(command, byAda)
        .thenExactly({
          type: 'BirthDateChanged',
          data: { userId: ada, birthDate: personal(command.data) },
        });
    const { schema } = settingsCommands.ChangeBirthDate;
    const takes = (change: object) => schema.safeParse({ ...born(2004, 2, 29).data, ...change }).success;
    for (const lawful of [{}, { year: 1970 }, { year: 2021 }, { month: 12 }]) expect(takes(lawful)).toBe(true);
    for (const wrong of [{ year: 1969 }, { year: 2022 }, { month: 0 }, { month: 13 }, { day: 0 }, { day: 32 }])
      expect(takes(wrong)).toBe(false);
    for (const command of [born(2005, 2, 29), born(2004, 4, 31)])
      given(settingsDecider).when(command, byAda).thenRefused('BIRTH_DATE_UNKNOWN');
    expect([1, 2, 4, 12].map((month) => daysInMonth(2023, month))).toEqual([31, 28, 30, 31]);
    expect([2000, 2004, 2100].map((year) => daysInMonth(year, 2))).toEqual([29, 29, 28]);
  });

  it('[SETT-11] [AUTH-35] is refused under 16, to the day (Q14)', () => {
    expect(NOW.slice(0, 10)).toBe('2026-03-02');
    expect(ageAt({ year: 2010, month: 3, day: 2 }, NOW)).toBe(16);
    expect(ageAt({ year: 2010, month: 3, day: 3 }, NOW)).toBe(15);
    expect(ageAt({ year: 2010, month: 2, day: 28 }, NOW)).toBe(16);
    expect(checkBirthDate({ year: 2010, month: 3, day: 2 }, NOW)).toBeNull();
    given(settingsDecider)
      .when(born(2010, 3, 3), byAda)
      .thenRefused('TOO_YOUNG');
    given(settingsDecider)
      .when(born(2021, 12, 31), byAda)
      .thenRefused('TOO_YOUNG');
  });

  it('given again changes nothing', () => {
    const before = {
      type: 'BirthDateChanged',
      data: { userId: ada, birthDate: personal(born(2004, 2, 29).data) },
    } as const;
    given(settingsDecider, before)
      .when(born(2004, 2, 29), byAda)
      .thenNothing();
    for (const [year, month, day] of [
      [2004, 2, 28],
      [2004, 3, 29],
      [2003, 2, 28],
    ] as const)
      expect(given(settingsDecider, before).when(born(year, month, day), byAda).decision).toMatchObject({
        events: [{ type: 'BirthDateChanged' }],
      });
  });
});

describe('a gender', () => {
  it('[SETT-10] is male, female or other', () => {
    const { schema } = settingsCommands.ChangeGender;
    for (const gender of ['male', 'female', 'other'] as const) {
      expect(schema.safeParse({ gender }).success).toBe(true);
      given(settingsDecider)
        .when({ id: id('gender'), type: 'ChangeGender', data: { gender } }, byAda)
        .thenExactly({ type: 'GenderChanged', data: { userId: ada, gender: personal(gender) } });
    }
    expect(schema.safeParse({ gender: '' }).success).toBe(false);
  });
});

describe('mails that are no news about the account', () => {
  const change = (wanted: boolean) =>
    ({ id: id('mails'), type: 'ChangeEmailNotifications', data: { wanted } }) as const;

  it('[NOTF-10 in part] are wanted until their receiver says otherwise (Q52)', () => {
    expect(initialSettings.emailNotifications).toBe(true);
    given(settingsDecider).when(change(true), byAda).thenNothing();
    given(settingsDecider).when(change(false), byAda).thenExactly(silenced);
    given(settingsDecider, silenced)
      .when(change(true), byAda)
      .thenExactly({ ...silenced, data: { userId: ada, wanted: true } });
  });

  it('end by the link in a mail, once, and never for an erased person', () => {
    const unsubscribe = { id: id('link'), type: 'Unsubscribe', data: { userId: ada } } as const;
    given(settingsDecider).when(unsubscribe, { actor: system, facts: { user } }).thenExactly(silenced);
    given(settingsDecider, silenced).when(unsubscribe, { actor: system, facts: { user } }).thenNothing();
    given(settingsDecider).when(unsubscribe, byAda).thenRefused('NOT_ALLOWED');
    const gone = userAfter(registered(), confirmed(), erased());
    given(settingsDecider)
      .when(unsubscribe, { actor: system, facts: { user: gone } })
      .thenRefused('USER_ERASED');
  });
});

describe('the tips of the first visits', () => {
  it('[DATA-01 in part] are dismissed once (getting_started, Q80)', () => {
    const dismiss = { id: id('tips'), type: 'DismissTips', data: {} } as const;
    const dismissed = { type: 'TipsDismissed', data: { userId: ada } } as const;
    given(settingsDecider).when(dismiss, byAda).thenExactly(dismissed);
    given(settingsDecider, dismissed).when(dismiss, byAda).thenNothing();
  });
});

describe('settings', () => {
  const { ChangePhone, ...others } = settingsAccess.mayDo;

  it.each(Object.entries({ ChangePhone, ...others }))(
    '[GUARD-14 in part] %s: a user with a confirmed address',
    (_type, mayDo) => {
      const viewer = { userId: ada, verified: true, memberOf: null, isModerator: false };
      expect(mayDo(viewer)).toBeNull();
      expect(mayDo({ ...viewer, verified: false })?.code).toBe('EMAIL_NOT_CONFIRMED');
      expect(mayDo({ ...viewer, userId: null })?.code).toBe('SIGNED_OUT');
    },
  );

  it('are their owner’s: nobody else sees them, nobody else is heard', () => {
    const viewer = { userId: bob, verified: true, memberOf: 'ou', isModerator: false };
    expect(settingsAccess.maySee(viewer, ada)).toBe(false);
    expect(settingsAccess.maySee(viewer, bob)).toBe(true);
    const command = { id: id('phone'), type: 'ChangePhone', data: { phone: '405-555-0134' } } as const;
    for (const actor of [visitor, system, as(bob)])
      given(settingsDecider).when(command, { actor, facts: { user } }).thenRefused('SIGNED_OUT');
  });
});
