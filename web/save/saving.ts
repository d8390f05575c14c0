import { saveAccess } from '#domain/save/access.ts';
import type { GuardedAction } from '../session/useGate.ts';

/** Saving a post: a confirmed address is enough (SAVE-11, Q42). */
export const saving: GuardedAction = {
  mayDo: saveAccess.mayDo.SavePost,
  invitation: {
    title: 'Save it for later',
    text: 'Log in or sign up to save posts and find them again in one place.',
  },
};
