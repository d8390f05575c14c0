import { Suspense, useCallback, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { idSchema } from '#domain/kernel/ids.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { titleOf } from '#domain/post/plainText.ts';
import { posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { AfterFirstView } from '../kit/AfterFirstView.tsx';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { useKeepScroll } from '../kit/navigation/useKeepScroll.ts';
import { useMediaQuery, useMobile, WIDE_MAX_PX } from '../kit/useMediaQuery.ts';
import { usePageTitle } from '../kit/usePageTitle.ts';
import { useGate } from '../session/useGate.ts';
import { useSharedLink } from '../session/useSharedLink.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { fullName } from '../user/face.ts';
import { PostCard } from './card/PostCard.tsx';
import { commenting } from './compose/actions.ts';
import { type ReplyState, useOpenReply } from './compose/useOpenReply.ts';
import { MediaReel } from './media/MediaReel.tsx';
import NoPost from './NoPost.tsx';
import { firstWords } from './text/preview.ts';
import { Replies } from './thread/Replies.tsx';
import { ReplyBox } from './thread/ReplyBox.tsx';
import { UnsentReplies } from './thread/UnsentReplies.tsx';
import { useSought } from './thread/useSought.ts';
import { WriteBar } from './thread/WriteBar.tsx';

/** On paper alone; the person may print at any time. */
const NoticeFoot = lazySoon(() => import('./print/NoticeFoot.tsx'));
const BelowOffer = lazySoon(() => import('./beside/BelowOffer.tsx'));
const SoughtGone = lazySoon(() => import('./thread/SoughtGone.tsx'));

/** Characters of the post in the tab's title. */
const TITLE_CHARACTERS = 60;

/** `/post/{id}`: a post with everything below it, live (FEED-23, COMM-01 to COMM-10). */
export default function PostPage() {
  const { id: given = '' } = useParams();
  const known = idSchema.safeParse(given);
  const wellFormed = known.success;
  const id = known.data ?? given;
  const name = wellFormed ? topicName.post(id) : null;
  const topic = useTopic(name);
  const post = useDocument(posts, wellFormed ? id : null);
  const author = useDocument(people, post?.author ?? null);
  usePageTitle(post === undefined ? 'Post' : nameOf(fullName(author), titleOf(reveal(post.text))));
  useKeepScroll(post !== undefined);
  useSharedLink(post?.campus);
  const sought = useSought(id);

  const wide = useMediaQuery(`(min-width: ${WIDE_MAX_PX + 1}px)`);
  const refused = wellFormed ? topic.refusal?.code : 'POST_UNKNOWN';
  const held = useRef(false);
  if (post !== undefined) held.current = true;
  // A post that was shown a moment ago and has disappeared was deleted.
  const goneNow = post === undefined && held.current && topic.status === 'live';

  return (
    <>
      <PageHeader variant="detail" title="Post" isScreenOnly />
      {post !== undefined ? (
        <>
          <OpenedPost postId={post.id} />
          {post.kind === 'post' && (
            <>
              <Suspense>
                <NoticeFoot post={post} />
              </Suspense>
              <div data-screen-only>
                {sought !== null && !sought.stood && (
                  <Suspense>
                    <SoughtGone key={sought.id} id={sought.id} campus={post.campus} />
                  </Suspense>
                )}
                <Replies postId={post.id} topic={topic} />
                {!wide && (
                  <AfterFirstView>
                    <BelowOffer post={post} />
                  </AfterFirstView>
                )}
              </div>
            </>
          )}
        </>
      ) : refused === 'POST_DELETED' || goneNow ? (
        <>
          <NoPost reason="POST_DELETED" />
          <UnsentReplies postId={id} />
        </>
      ) : refused === 'POST_UNKNOWN' || refused === 'TOPIC_UNKNOWN' ? (
        <NoPost reason="POST_UNKNOWN" />
      ) : (
        <TopicWaiting topic={topic} skeleton={<CardSkeletons count={1} label="Loading post" />} />
      )}
    </>
  );
}

function nameOf(author: string, title: string): string {
  const start = firstWords(title, TITLE_CHARACTERS);
  return start === '' ? `Post by ${author}` : `${author}: ${start}`;
}

/** The post and its reply box. */
function OpenedPost({ postId }: { readonly postId: string }) {
  const mobile = useMobile();
  const openReply = useOpenReply();
  const pass = useGate();
  const location = useLocation();
  const asked = (location.state as ReplyState | null)?.reply === true;
  // Counts up to move the focus into the box again.
  const [focus, setFocus] = useState(asked ? 1 : 0);
  const onComment = useCallback(() => {
    if (mobile) openReply(postId);
    else pass(commenting, () => setFocus((count) => count + 1));
  }, [mobile, openReply, pass, postId]);
  const kind = useDocument(posts, postId)?.kind;
  const box = useRef<HTMLDivElement>(null);
  return (
    <>
      <PostCard postId={postId} opened={MediaReel} onComment={onComment} />
      {kind === 'post' && (
        <div ref={box} data-screen-only>
          <ReplyBox root={postId} parent={postId} focus={focus} />
        </div>
      )}
      {kind === 'post' && mobile && <WriteBar box={box} onWrite={onComment} />}
    </>
  );
}
