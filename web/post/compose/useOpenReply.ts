import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useMobile } from '../../kit/useMediaQuery.ts';
import { useGate } from '../../session/useGate.ts';
import { commenting } from './actions.ts';
import { typeAhead } from './typeAhead.ts';

/** State of a navigation to a post whose reply box is to have the focus. */
export interface ReplyState {
  readonly reply: true;
}

/** Opens the place to write a comment: its own page on phones, the opened post elsewhere (COMM-06, COMM-07, D14). */
export function useOpenReply(): (postId: string) => void {
  const mobile = useMobile();
  const navigate = useNavigate();
  const pass = useGate();
  return useCallback(
    (postId) =>
      pass(commenting, () => {
        if (mobile) {
          typeAhead('Comment');
          navigate(`/create/comment/${postId}`);
        } else navigate(`/post/${postId}`, { state: { reply: true } satisfies ReplyState });
      }),
    [mobile, navigate, pass],
  );
}
