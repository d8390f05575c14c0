import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { idSchema } from '#domain/kernel/ids.ts';
import { posts } from '#projections/post/collections.ts';
import { useDocument } from '../../sync/hooks.ts';
import { forgetWritten, noteSought } from '../compose/written.ts';
import { COMMENT_QUERY, REPLY_QUERY } from '../share/placePath.ts';

/** History entries whose comment was sought: Back to one of them shows it as it was left. */
const done = new Set<string>();

/** The comment or reply that the address names. */
export interface Sought {
  readonly id: string;
  /** It stood here while this page was open. One that goes while it is read is seen to go (NOTF-12). */
  readonly stood: boolean;
}

/**
 * Brings the comment that the address names into sight (COMM-14).
 *
 * @param root the post
 * @returns the comment; `null` where the address names none
 */
export function useSought(root: string): Sought | null {
  const { search, key } = useLocation();
  const query = new URLSearchParams(search);
  const comment = query.get(COMMENT_QUERY);
  const reply = query.get(REPLY_QUERY);
  const id = idSchema.safeParse(reply ?? comment).data ?? null;
  useEffect(() => {
    if (done.has(key) || comment === null || id === null) return;
    noteSought({ id, root, branch: reply === null ? null : comment });
    return () => {
      done.add(key);
      forgetWritten(id);
    };
  }, [comment, reply, id, root, key]);
  const there = useDocument(posts, id);
  const stands = there !== undefined && !there.deleted;
  const stood = useRef<string | null>(null);
  useEffect(() => {
    if (stands) stood.current = id;
  }, [stands, id]);
  return id === null ? null : { id, stood: stands || stood.current === id };
}
