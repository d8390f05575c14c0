import { useMemo } from 'react';
import { newId } from '#domain/kernel/ids.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { useDocuments, useOutbox } from '../../sync/hooks.ts';

/** The viewer's own comments below a post that are being sent: they are shown in any window. */
export function useOwnComments(rootId: string): readonly Post[] {
  const outbox = useOutbox();
  const ids = useMemo(
    () =>
      outbox
        .filter(({ type, data }) => type === 'AddComment' && data.root === rootId)
        .map(({ commandId }) => newId(commandId, 0)),
    [outbox, rootId],
  );
  return useDocuments(posts, ids);
}
