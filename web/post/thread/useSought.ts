import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { idSchema } from '#domain/kernel/ids.ts';
import { COMMENT_QUERY, REPLY_QUERY } from '../card/placePath.ts';
import { forgetWritten, noteSought } from '../compose/written.ts';

/** Key of the history entry of a page that was opened directly. */
const OPENED_DIRECTLY = 'default';

/**
 * Brings the comment that the address names into sight (COMM-14). Back to the page shows it as it was left.
 *
 * @param root the post
 */
export function useSought(root: string): void {
  const { search, key } = useLocation();
  const isReturn = useNavigationType() === 'POP' && key !== OPENED_DIRECTLY;
  useEffect(() => {
    const query = new URLSearchParams(search);
    const comment = query.get(COMMENT_QUERY);
    const reply = query.get(REPLY_QUERY);
    const id = reply ?? comment;
    if (isReturn || comment === null || id === null || !idSchema.safeParse(id).success) return;
    noteSought({ id, root, branch: reply === null ? null : comment });
    return () => forgetWritten(id);
  }, [search, root, isReturn]);
}
