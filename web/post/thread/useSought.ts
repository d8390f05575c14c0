import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { idSchema } from '#domain/kernel/ids.ts';
import { forgetWritten, noteSought } from '../compose/written.ts';
import { COMMENT_QUERY, REPLY_QUERY } from '../share/placePath.ts';

/** History entries whose comment was sought: Back to one of them shows it as it was left. */
const done = new Set<string>();

/**
 * Brings the comment that the address names into sight (COMM-14).
 *
 * @param root the post
 */
export function useSought(root: string): void {
  const { search, key } = useLocation();
  useEffect(() => {
    const query = new URLSearchParams(search);
    const comment = query.get(COMMENT_QUERY);
    const reply = query.get(REPLY_QUERY);
    const id = idSchema.safeParse(reply ?? comment).data;
    if (done.has(key) || comment === null || id === undefined) return;
    noteSought({ id, root, branch: reply === null ? null : comment });
    return () => {
      done.add(key);
      forgetWritten(id);
    };
  }, [search, root, key]);
}
