import { Suspense } from 'react';
import { lazySoon } from '../../kit/lazySoon.ts';
import { usePending } from '../../sync/hooks.ts';

/** Most posts are acknowledged: its code comes after the first view. */
const PendingState = lazySoon(() => import('./PendingState.tsx'));

/** State of a post or comment that is not acknowledged yet; draws nothing once it is. */
export function PendingLine({ postId }: { readonly postId: string }) {
  const pending = usePending('post', postId);
  if (pending === null) return null;
  return (
    <Suspense>
      <PendingState postId={postId} pending={pending} />
    </Suspense>
  );
}
