import { describe, expect, it } from '@jest/globals';
import { campuses } from '#domain/campus/registry.ts';
import type { Rejection } from '#domain/kernel/rejection.ts';
import { rejectionText } from '#domain/registry.ts';
import { checkEmail, mailboxOf, normaliseEmail } from '#domain/user/email.ts';
import { checkPassword } from '#domain/user/password.ts';
import { checkSchoolEmail, isSchoolEmail } from '#domain/user/schoolEmail.ts';

const text = (rejection: Rejection | null) => (rejection === null ? null : rejectionText(rejection));

describe('e-mail addresses', () => {
  it.each([
    ['', 'Email is required.'],
    ['  ', 'Email is required.'],
    ['ada', 'Invalid email address!'],
    ['ada@ou', 'Invalid email address!'],
    ['ada@ou.e', 'Invalid email address!'],
    ['@ou.edu', 'Invalid email address!'],
    ['ada lovelace@ou.edu', 'Invalid email address!'],
    ['ada@@ou.edu', 'Invalid email address!'],
    ['ada@ou.edu\nBcc: x@y.zz', 'Invalid email address!'],
    ['ada@-ou.edu', 'Invalid email address!'],
    ['ada@ou..edu', 'Invalid email address!'],
    ['adä@ou.edu', 'Invalid email address!'],
    ["o'brien@ou.edu", 'Invalid email address!'],
    [`${'a'.repeat(65)}@ou.edu`, 'Invalid email address!'],
    [`ada@${'a.'.repeat(130)}edu`, 'Invalid email address!'],
    ['ada@ou.edu', null],
    ['a@ou.edu', null],
    ['A.d_a%+-9@sub.ou.edu', null],
  ])('[AUTH-06] answers %j with %j', (email, answer) => {
    expect(text(checkEmail(email))).toBe(answer);
  });

  it('are equal whatever their case and the space around them', () => {
    expect(normaliseEmail(' Ada@OU.edu ')).toBe('ada@ou.edu');
  });
});

describe('school addresses', () => {
  it('[CAMP-04] [VERF-11] belong to a campus only by a listed domain, also in capital letters', () => {
    expect(isSchoolEmail('ou', 'First.Last@OU.EDU')).toBe(true);
    expect(isSchoolEmail('ut', 'ada@utdallas.edu')).toBe(true);
    expect(isSchoolEmail('ucla', 'ada@g.ucla.edu')).toBe(true);
    expect(isSchoolEmail('ou', 'ada@cs.ou.edu')).toBe(false);
    expect(isSchoolEmail('ou', 'ada@notou.edu')).toBe(false);
    expect(isSchoolEmail('ou', 'ada@ou.edu.evil.com')).toBe(false);
    expect(isSchoolEmail('ou', 'ada@utexas.edu')).toBe(false);
    expect(isSchoolEmail('atlantis', 'ada@ou.edu')).toBe(false);
  });

  it.each([
    ['ou', '', null, 'Enter a new school email'],
    ['ou', ' ADA@ou.edu ', 'ada@ou.edu', 'Enter a new school email'],
    ['ou', 'ada@gmail.com', null, 'Enter a valid school email'],
    ['ou', 'a da@ou.edu', null, 'Enter a valid school email'],
    ['campus', 'ada@ou.edu', null, 'Something went wrong'],
    ['atlantis', 'ada@ou.edu', null, 'Something went wrong'],
    ['ou', 'first.last+1@ou.edu', null, null],
  ])('[VERF-11] on %s answers %j (now %j) with %j', (campus, email, current, answer) => {
    expect(text(checkSchoolEmail(campus, email, current))).toBe(answer);
  });

  it('[CAMP-04] every domain of every campus ends in .edu, and only the generic site has none', () => {
    for (const campus of campuses) {
      expect(campus.emailDomains.every((domain) => /^[a-z0-9.-]+\.edu$/.test(domain))).toBe(true);
      expect(campus.emailDomains.length === 0).toBe(campus.id === 'campus');
    }
  });
});

describe('passwords', () => {
  it.each([
    ['', 'Password is required.'],
    ['12345', 'Password too short.'],
    ['123456', null],
    ['x'.repeat(30), null],
    ['x'.repeat(31), 'A password may have at most 30 characters.'],
    ['😀'.repeat(18), null],
    ['😀'.repeat(19), 'This password is too long for its kind of characters: it may have at most 72 bytes.'],
    ['secret\u0000tail', 'A password may not contain control characters.'],
  ])('[AUTH-14] answers %j with %j', (password, answer) => {
    expect(text(checkPassword(password))).toBe(answer);
  });
});

describe('the mailbox behind an address', () => {
  it.each([
    ['Ada@OU.edu', 'ada@ou.edu'],
    ['ada+quad@ou.edu', 'ada@ou.edu'],
    ['ada+a+b@ou.edu', 'ada@ou.edu'],
    ['a.da@ou.edu', 'a.da@ou.edu'],
    ['a.d.a+x@gmail.com', 'ada@gmail.com'],
    ['ada@googlemail.com', 'ada@gmail.com'],
  ])('of %s is %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });
});
