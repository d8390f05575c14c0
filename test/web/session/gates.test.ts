import { describe, expect, it } from '@jest/globals';
import { gateFor, type Reason } from '#web/session/gates.ts';

const steps = [
  { status: 'loading', verified: false, schoolVerified: false, member: false, profileComplete: false },
  { status: 'visitor', verified: false, schoolVerified: false, member: false, profileComplete: false },
  { status: 'user', verified: false, schoolVerified: false, member: false, profileComplete: false },
  { status: 'user', verified: true, schoolVerified: false, member: false, profileComplete: false },
  { status: 'user', verified: true, schoolVerified: true, member: true, profileComplete: false },
  { status: 'user', verified: true, schoolVerified: true, member: true, profileComplete: true },
] as const;

const gates = (action: Reason) => steps.map((step) => gateFor(action, step));

describe('the gates before an action', () => {
  it('[POST-15] [PROF-27] a post: signed in, address, school, profile, in this order', () => {
    expect(gates('post')).toEqual(['wait', 'sign in', 'confirm e-mail', 'verify school', 'complete profile', 'open']);
  });

  it('[COMM-06] a comment: the same without the profile', () => {
    expect(gates('comment')).toEqual(['wait', 'sign in', 'confirm e-mail', 'verify school', 'open', 'open']);
  });

  it('[SAVE-03] [SAVE-11] a save: a confirmed address is enough', () => {
    expect(gates('like')).toEqual(['wait', 'sign in', 'confirm e-mail', 'open', 'open', 'open']);
  });

  it('[POST-15] a member of another campus is no member here', () => {
    expect(gateFor('post', { ...steps[5], member: false })).toBe('verify school');
  });
});
