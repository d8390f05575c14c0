import { Suspense, useCallback, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { idSchema } from '#domain/kernel/ids.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { Dialog } from '../kit/Dialog.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { pageBelow } from '../kit/navigation/overPage.ts';
import { usePageHistory } from '../kit/navigation/pageHistory.ts';
import { Spinner } from '../kit/Spinner.tsx';
import { usePageTitle } from '../kit/usePageTitle.ts';
import { useSharedLink } from '../session/useSharedLink.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { fullName } from '../user/face.ts';
import { albumName } from './media/albumName.ts';
import { mediaIndexIn } from './media/mediaIndex.ts';
import { COMMENT_QUERY, mediaPath, placePath, REPLY_QUERY } from './share/placePath.ts';

const Lightbox = lazySoon(() => import('./media/Lightbox.tsx'));

/**
 * `/media/{id}`: the photos and videos of a post, or of a comment on it, in full size (FEED-15, Q35). It lies over the page
 * that it was opened from, else over the page of the post.
 */
export default function MediaPostPage() {
  const { id: given = '' } = useParams();
  const [query] = useSearchParams();
  const known = idSchema.safeParse(given);
  const wellFormed = known.success;
  const id = known.data ?? given;
  const comment = query.get(REPLY_QUERY) ?? query.get(COMMENT_QUERY);
  const topic = useTopic(wellFormed ? topicName.post(id) : null);
  const root = useDocument(posts, wellFormed ? id : null);
  const sought = useDocument(posts, comment);
  const close = useClose(`/post/${id}`);
  useSharedLink(root?.campus);

  const post = comment === null ? root : sought;
  if (post !== undefined) return <MediaOf key={post.id} post={post} onClose={close} />;
  // The page of the post says what is wrong with it (FEED-24), and finds the comment.
  if (!wellFormed || topic.status === 'refused') return <Navigate to={`/post/${id}`} replace />;
  if (comment !== null) return null;
  return (
    <Dialog title="Photos and videos" onClose={close}>
      <TopicWaiting topic={topic} skeleton={<Spinner page />} />
    </Dialog>
  );
}

/** Leads back to the page below. */
function useClose(fallback: string): () => void {
  const navigate = useNavigate();
  const history = usePageHistory();
  const { pathname } = useLocation();
  return useCallback(
    () =>
      history.afterSteps(() => {
        const { location } = history.present();
        // Back was pressed while it faded out.
        if (location.pathname !== pathname) return;
        if (pageBelow(location) === null) void navigate(fallback, { replace: true });
        else void navigate(-1);
      }),
    [navigate, history, pathname, fallback],
  );
}

function MediaOf({ post, onClose }: { readonly post: Post; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const location = useLocation();
  const author = fullName(useDocument(people, post.author));
  const media = reveal(post.media) ?? [];
  // It keeps its own place from then on: the address follows it.
  const [first] = useState(() => mediaIndexIn(query, media.length));
  usePageTitle(media.length === 0 ? 'Post' : albumName(media, author));
  // An edit has taken them out, or there never were any.
  if (media.length === 0) return <Navigate to={placePath(post)} replace />;
  const follow = (index: number) => {
    if (index === mediaIndexIn(query, media.length)) return;
    void navigate(mediaPath(post, index), { replace: true, state: location.state });
  };
  return (
    <Suspense>
      <Lightbox
        {...{ post, media, author }}
        index={first}
        isOverPost={pageBelow(location)?.pathname === `/post/${post.root}`}
        onView={follow}
        onClosed={onClose}
      />
    </Suspense>
  );
}
