import { beforeAll, describe, expect, it } from '@jest/globals';
import type { GuardedAction } from '#web/session/useGate.ts';

const HERE = 'ou';
const steps = [
  { status: 'loading', verified: false, memberOf: null, hasProfile: false },
  { status: 'visitor', verified: false, memberOf: null, hasProfile: false },
  { status: 'user', verified: false, memberOf: null, hasProfile: false },
  { status: 'user', verified: true, memberOf: null, hasProfile: false },
  { status: 'user', verified: true, memberOf: HERE, hasProfile: false },
  { status: 'user', verified: true, memberOf: HERE, hasProfile: true },
] as const;

let gateAt: (
  action: GuardedAction,
  step: Omit<(typeof steps)[number], 'memberOf'> & { memberOf: string | null },
) => unknown;
let actions: Readonly<Record<'compose' | 'post' | 'comment' | 'save' | 'message', GuardedAction>>;

/** The modules of the site read the page's address when they are loaded. */
beforeAll(async () => {
  Object.assign(globalThis, { location: new URL('http://localhost/') });
  const [{ gateFor }, { composing, posting, commenting }, { saving }, { messaging }] = await Promise.all([
    import('#web/session/useGate.ts'),
    import('#web/post/compose/actions.ts'),
    import('#web/save/saving.ts'),
    import('#web/chat/start/messaging.ts'),
  ]);
  actions = { compose: composing, post: posting, comment: commenting, save: saving, message: messaging };
  gateAt = (action, { status, verified, memberOf, hasProfile }) =>
    gateFor(
      action,
      {
        status,
        access: { userId: status === 'user' ? 'me' : null, verified, memberOf, isModerator: false, closed: [] },
        profile: { hasPicture: hasProfile, hasBio: hasProfile },
      },
      HERE,
    );
});

const gates = (action: keyof typeof actions) => steps.map((step) => gateAt(actions[action], step));
const way = ['WAIT', 'SIGNED_OUT', 'EMAIL_NOT_CONFIRMED', 'SCHOOL_NOT_VERIFIED'];

describe('the gates before an action', () => {
  it('[POST-15] [PROF-27] a post: signed in, address, school, profile, in this order', () => {
    expect(gates('post')).toEqual([...way, 'PROFILE_INCOMPLETE', null]);
  });

  it('[SHOP-B] the composer: the same without the profile, which is asked for when the post is sent', () => {
    expect(gates('compose')).toEqual([...way, null, null]);
  });

  it('[COMM-06] a comment: the same without the profile', () => {
    expect(gates('comment')).toEqual([...way, null, null]);
  });

  it('[SAVE-03] [SAVE-11] a save: a confirmed address is enough', () => {
    expect(gates('save')).toEqual(['WAIT', 'SIGNED_OUT', 'EMAIL_NOT_CONFIRMED', null, null, null]);
  });

  it('[CHAT-17 in part] [PROF-08 in part] a message: signed in, with a reason to be; address, school, whichever it is (Q07)', () => {
    expect(gates('message')).toEqual([...way, null, null]);
    expect(gateAt(actions.message, { ...steps[4], memberOf: 'smu' })).toBeNull();
    expect(actions.message.invitation).toEqual({
      title: 'Send a message',
      text: 'Log in or sign up to ask sellers, agree on a price and a place to meet.',
    });
  });

  it('[POST-15] a member of another campus is no member here', () => {
    expect(gateAt(actions.post, { ...steps[5], memberOf: 'smu' })).toBe('OTHER_CAMPUS');
  });
});
