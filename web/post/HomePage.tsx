import { ImagePlus } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ALL_CATEGORIES } from '#domain/post/categories.ts';
import { posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { AfterFirstView } from '../kit/AfterFirstView.tsx';
import { showAlert } from '../kit/alertStore.ts';
import { ButtonLink } from '../kit/Button.tsx';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { Filled } from '../kit/slots.tsx';
import { FEED_TRIGGER_PX } from '../kit/useInfiniteScroll.ts';
import { useMobile } from '../kit/useMediaQuery.ts';
import { frameSlots } from '../noun.ts';
import { site } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';
import { useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { UserAvatar } from '../user/face.ts';
import { fetchesComposer } from './compose/composerCode.ts';
import { useOpenComposer } from './compose/useOpenComposer.ts';
import { CardList } from './feed/CardList.tsx';
import { CategoryFilter } from './feed/CategoryFilter.tsx';
import { OfferStrip } from './feed/OfferStrip.tsx';
import { useFrozenFeed } from './feed/useFrozenFeed.ts';
import { HomeHead } from './HomeHead.tsx';
import styles from './HomePage.module.css';
import { categoryOf } from './offer/feedPath.ts';

/** Nothing is new in the first view. */
const NewPostsPill = lazySoon(() => import('./feed/NewPostsPill.tsx'));

/** Seldom needed, and not before the posts: its code comes after the first view. */
const LazyEmptyFeed = lazySoon(() => import('./feed/EmptyFeed.tsx'));

function EmptyFeed({ category }: { readonly category: string }) {
  return (
    <Suspense fallback={<CardSkeletons count={1} />}>
      <LazyEmptyFeed category={category} />
    </Suspense>
  );
}

/** `/home`: the campus's feed, live; of one category by `?category=` (FEED-01 to FEED-08, Q33). */
export default function HomePage() {
  useNotifyPosted();
  const [query] = useSearchParams();
  const category = categoryOf(query);
  return (
    <>
      <HomeHead />
      <Filled slot={frameSlots.feedTop} with={{}} />
      <Prompt />
      <CategoryFilter category={category} />
      <Feed key={category} category={category} />
    </>
  );
}

/** The posts of a category, or of all of them. */
function Feed({ category }: { readonly category: string }) {
  const name = category === ALL_CATEGORIES.value ? topicName.feed(site.id) : topicName.shelf(site.id, category);
  const topic = useTopic(name);
  const live = useWindow(name);
  const feed = useFrozenFeed(live);
  const hasFeed = topic.status === 'live' || topic.status === 'stale';
  // Who has joined is no content: a campus without a post is an empty one.
  const docs = useDocuments(posts, feed.shown);
  const hasPost = docs.some(({ kind }) => kind === 'post');

  return (
    <>
      <AfterFirstView>
        <NewPostsPill count={feed.newCount} onShow={feed.thaw} />
      </AfterFirstView>
      {category === ALL_CATEGORIES.value && <OfferStrip posts={docs} />}
      {feed.shown.length > 0 ? (
        <CardList
          sponsors
          label={`Posts of ${site.name}`}
          postIds={feed.shown}
          topic={topic}
          triggerPx={FEED_TRIGGER_PX}
          end={hasPost ? undefined : <EmptyFeed category={category} />}
          frozen={feed.frozen}
          byActivity
        />
      ) : hasFeed && !topic.hasMore ? (
        <EmptyFeed category={category} />
      ) : (
        <TopicWaiting topic={topic} skeleton={<CardSkeletons count={5} />} />
      )}
    </>
  );
}

/**
 * `?filter=notify-posted` shows the alert once, when opened directly, and is removed from the address (POST-12, D13).
 */
function useNotifyPosted(): void {
  const [query, setQuery] = useSearchParams();
  useEffect(() => {
    if (query.get('filter') !== 'notify-posted') return;
    showAlert('success', 'Your post was sent');
    query.delete('filter');
    setQuery(query, { replace: true });
  }, [query, setQuery]);
}

/** The top of the feed: the composer's button, or for a stranger what this is, for whom, why it is safe, and the way in. */
function Prompt() {
  const viewer = useViewer();
  const openComposer = useOpenComposer();
  const mobile = useMobile();
  if (viewer.status === 'visitor') {
    return (
      <div className={styles.visitor}>
        <p>
          <strong>Buy and sell with {site.name} students</strong>, each with a verified school email.
        </p>
        <ButtonLink variant="primary" to="/register">
          Sign Up
        </ButtonLink>
        <Link className={styles.login} to="/login?method=password">
          Log In
        </Link>
      </div>
    );
  }
  if (mobile) return null;
  return (
    <button type="button" className={styles.prompt} onClick={openComposer} {...fetchesComposer}>
      <UserAvatar person={viewer.person} />
      <span className={styles.words}>What are you selling?</span>
      <ImagePlus className={styles.photo} size={22} aria-hidden />
    </button>
  );
}
