import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { posts } from '#projections/post/collections.ts';
import { useSession } from '../../session/session.ts';
import { useDocuments } from '../../sync/hooks.ts';
import { countNew, EMPTY_FEED, nextFeed } from './frozenFeed.ts';

/** Pixels from the top within which the reader counts as at the top. */
const TOP_PX = 8;

/** The shown feed and the posts that wait above it (D22, Q31). */
export interface FrozenFeedView {
  readonly shown: readonly string[];
  /** The reader is down in the list. */
  readonly frozen: boolean;
  /** New posts that wait. */
  readonly newCount: number;
  /** Shows all posts and scrolls to the top. */
  readonly thaw: () => void;
}

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(() => scrollY > TOP_PX);
  useEffect(() => {
    const look = () => setScrolled(scrollY > TOP_PX);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return scrolled;
}

/** Holds back posts that arrive above the reader; the reader's own new post is shown at once, from the top. */
export function useFrozenFeed(live: readonly string[]): FrozenFeedView {
  const scrolled = useScrolled();
  const [feed, setFeed] = useState(EMPTY_FEED);
  const [thawing, setThawing] = useState(false);
  const frozen = scrolled && !thawing;
  const next = nextFeed(feed, live, frozen);
  if (next !== feed) setFeed(next);

  const thaw = useCallback(() => {
    setThawing(true);
    scrollTo({ top: 0 });
  }, []);
  useEffect(() => {
    if (!scrolled) setThawing(false);
  }, [scrolled]);

  // Posts created after the reader left the top are new.
  const waiting = useDocuments(posts, next.waiting);
  const liveDocs = useDocuments(posts, live);
  const watermark = useRef('');
  if (!frozen)
    watermark.current =
      liveDocs
        .map(({ activity }) => activity)
        .sort()
        .at(-1) ?? '';
  // Welcome banners wait too, but are not counted.
  const written = useMemo(() => waiting.filter(({ kind }) => kind === 'post'), [waiting]);
  const created = useMemo(() => new Map(written.map((post) => [post.id, post.created])), [written]);

  const userId = useSession((session) => session.userId);
  const own = waiting.some((post) => post.author === userId && post.created > watermark.current);
  useEffect(() => {
    if (own) thaw();
  }, [own, thaw]);

  return {
    shown: next.shown,
    frozen,
    newCount: countNew(next.waiting, (key) => created.get(key), watermark.current),
    thaw,
  };
}
