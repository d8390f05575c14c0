import { postAccess } from '#domain/post/access.ts';
import { site } from '../../session/site.ts';
import type { GuardedAction } from '../../session/useGate.ts';

const invitation = { title: 'Sell it in seconds', text: `Log in or sign up to post to students of ${site.name}.` };

/** Opening the composer: it asks for a complete profile no sooner than on Post. */
export const composing: GuardedAction = { mayDo: postAccess.mayBegin, invitation };

/** Sending a post (POST-15). */
export const posting: GuardedAction = {
  mayDo: postAccess.mayDo.CreatePost,
  invitation,
};

/** Writing a comment or a reply (COMM-06). */
export const commenting: GuardedAction = {
  mayDo: postAccess.mayDo.AddComment,
  invitation: {
    title: 'Join the conversation',
    text: 'Log in or sign up to comment. What you have typed stays where it is.',
  },
};
