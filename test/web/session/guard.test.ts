import { describe, expect, it } from '@jest/globals';
import { type GuardViewer, guard, type PageKind } from '#web/session/guard.ts';

const viewer = (
  status: GuardViewer['status'],
  verified = false,
  schoolVerified = false,
  isModerator = false,
): GuardViewer => ({
  status,
  verified,
  schoolVerified,
  isModerator,
});
const LOADING = viewer('loading');
const VISITOR = viewer('visitor');
const NEW = viewer('user');
const CONFIRMED = viewer('user', true);
const MEMBER = viewer('user', true, true);

const verdicts = (page: PageKind) => [LOADING, VISITOR, NEW, CONFIRMED, MEMBER].map((each) => guard(page, each, false));

describe('the guards of pages', () => {
  it('[PROF-21 in part] a visitor who wants to edit the profile is led to the log-in (D39)', () => {
    expect(verdicts('edit')).toEqual(['wait', { to: '/login' }, { to: '/verify' }, 'show', 'show']);
  });

  it('[FEED-28] everyone sees what is public, at once', () => {
    expect(verdicts('public')).toEqual(['show', 'show', 'show', 'show', 'show']);
  });

  it('[SHEL-06] [GUARD-14 in part] [GUARD-02] [VERF-09] a protected page waits, then leads visitors to / and new ones to /verify', () => {
    expect(verdicts('protected')).toEqual(['wait', { to: '/' }, { to: '/verify' }, 'show', 'show']);
  });

  it('[GUARD-13 in part] the console is found by moderators alone', () => {
    const missing = { to: '/404' };
    expect(verdicts('moderator')).toEqual(['wait', missing, missing, missing, missing]);
    expect(guard('moderator', viewer('user', true, false, true), false)).toBe('show');
  });

  it('[AUTH-34] landing, log-in and register are for those who are signed out', () => {
    expect(verdicts('signed-out')).toEqual(['wait', 'show', 'continue', 'continue', 'continue']);
  });

  it('[VERF-09] /verify is for those who have something to confirm', () => {
    expect(verdicts('verify')).toEqual(['wait', { to: '/user_registration' }, 'show', 'continue', 'continue']);
  });

  it('[AUTH-30] a signed-in user may log out, also without a confirmed address', () => {
    expect(verdicts('signed-in')).toEqual(['wait', { to: '/' }, 'show', 'show', 'show']);
  });

  it('[GUARD-02] [PROF-12] others’ profiles ask for the address, then for the school; visitors may look', () => {
    const school = { to: '/settings/account/school_email' };
    expect(verdicts('profile')).toEqual(['show', 'show', { to: '/verify' }, school, 'show']);
  });

  it('[PROF-12] [VERF-17] the generic site asks for the address alone (Q05)', () => {
    const there = [VISITOR, NEW, CONFIRMED, MEMBER].map((each) => guard('profile', each, true));
    expect(there).toEqual(['show', { to: '/verify' }, 'show', 'show']);
  });
});
