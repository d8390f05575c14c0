import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { SPONSORED_ADS } from '#domain/ad/limits.ts';
import { type Sponsored, sponsored } from '#projections/ad/collections.ts';
import { namesOf } from '#projections/kernel/topic.ts';
import { posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { deviceNow } from '../kit/time/serverClock.ts';
import { site } from '../session/site.ts';
import { useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { request } from '../sync/transport/http.ts';
import { createDealer, type Deal } from './dealer.ts';
import { slotPosts } from './slotChoice.ts';
import { useNow } from './useNow.ts';

/** The dealer of this page session. */
const dealer = createDealer({
  ask: (place, from) =>
    request<Deal>('GET', `/api/sponsored/${site.id}?from=${from}${place === null ? '' : `&place=${place}`}`),
  now: deviceNow,
  warn: (error) => console.warn('The page was dealt no ads.', error),
});

/** Where this page begins if the server deals it no ads. */
const LUCK = Math.random();

/** The running ads from which a slot has its own. */
export interface RunningAds {
  /** In the order of the slots. */
  readonly ads: readonly Sponsored[];
  /** Number of the slot whose ad is the first. */
  readonly from: number;
}

/**
 * The running ads of the campus whose posts are there (FEED-12): all of them, live, or of many those of the slot's round, and the
 * one that the slot shows already.
 *
 * @param kept the post that the slot shows
 * @returns `null`: not known yet
 */
export function useRunning(slot: number, kept: string | null): RunningAds | null {
  const { ids, round, isKnown } = useDealt(slot, kept);
  const all = useDocuments(sponsored, ids);
  const standing = useDocuments(posts, ids);
  const now = useNow();
  const ads = useMemo(
    () => all.filter(({ id, endTime }) => endTime > now && standing.some((post) => post.id === id)),
    [all, standing, now],
  );
  const isOver = isKnown && ids.length > 0 && ads.length === 0;
  useEffect(() => {
    // Time passes: the dealer says when it is time to ask again.
    if (isOver && now !== '') dealer.wantAgain(round);
  }, [isOver, round, now]);
  const running = useMemo(() => (isKnown ? { ads, from: round * SPONSORED_ADS } : null), [isKnown, ads, round]);
  // While other ads are on their way, what is shown stays: the seventh ad of a campus empties no slot.
  const last = useRef<RunningAds | null>(null);
  if (running !== null) last.current = running;
  return last.current;
}

/** The posts of the ads of a slot's round, in the order of the slots. */
function useDealt(slot: number, kept: string | null) {
  const name = topicName.sponsored(site.id);
  const { status, hasMore } = useTopic(name);
  const first = useWindow(name);
  const round = hasMore ? Math.floor(slot / SPONSORED_ADS) : 0;
  useEffect(() => dealer.want(round), [round]);
  const deal = useSyncExternalStore(dealer.subscribe, () => dealer.of(round));
  const { ids, named } = useMemo(
    () => slotPosts({ first, isAll: !hasMore, deal: deal ?? null, kept, luck: LUCK }),
    [first, hasMore, deal, kept],
  );
  const areThere = useNamed(named[0]);
  const isKeptThere = useNamed(named[1]);
  const isKnown = status !== 'loading' && deal !== undefined && areThere && isKeptThere;
  return { ids, round, isKnown };
}

/** Follows ads by their names. @returns whether it is known which of them run */
function useNamed(ids: readonly string[] | undefined): boolean {
  const topic = ids === undefined ? null : topicName.someSponsored(site.id, namesOf(ids));
  const { status } = useTopic(topic);
  return topic === null || status !== 'loading';
}
