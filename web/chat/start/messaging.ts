import { mustBeMemberSomewhere } from '#domain/campus/access.ts';
import type { GuardedAction } from '../../session/useGate.ts';

/** Writing to people: a verified school is needed, on whichever campus (CHAT-17, Q07). */
export const messaging: GuardedAction = {
  mayDo: mustBeMemberSomewhere,
  invitation: {
    title: 'Send a message',
    text: 'Log in or sign up to ask sellers, agree on a price and a place to meet.',
  },
};
