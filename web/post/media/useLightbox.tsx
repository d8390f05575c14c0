import { type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Media } from '#domain/kernel/media.ts';
import { lazySoon } from '../../kit/lazySoon.ts';

const Lightbox = lazySoon(() => import('./Lightbox.tsx'));

/** State of the history entry of an open photo: Back leaves it, and nothing else. */
interface PhotoState {
  readonly photo?: { readonly post: string; readonly index: number };
}

/**
 * The photos of a post in full size, over the page.
 *
 * @param onClosed called with the photo that was shown last
 * @returns `open` shows one; `lightbox` has to be drawn beside the photos
 */
export function useLightbox(
  postId: string,
  media: readonly Media[],
  author: string,
  onClosed?: (index: number) => void,
): { readonly open: (index: number) => void; readonly lightbox: ReactNode } {
  const location = useLocation();
  const navigate = useNavigate();
  const state = location.state as PhotoState | null;
  const shown = state?.photo?.post === postId && media[state.photo.index] !== undefined ? state.photo.index : null;
  const seen = useRef<number | null>(null);

  useEffect(() => {
    if (shown !== null) {
      seen.current ??= shown;
    } else if (seen.current !== null) {
      onClosed?.(seen.current);
      seen.current = null;
    }
  });

  const open = useCallback(
    (index: number) => {
      navigate(location, { state: { ...(location.state as object | null), photo: { post: postId, index } } });
    },
    [navigate, location, postId],
  );
  const lightbox = shown !== null && (
    <Suspense>
      <Lightbox
        postId={postId}
        media={media}
        author={author}
        index={shown}
        onView={(index) => {
          seen.current = index;
        }}
        onClosed={() => navigate(-1)}
      />
    </Suspense>
  );
  return { open, lightbox };
}
