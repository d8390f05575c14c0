import { useMemo } from 'react';
import { type Notification, notifications } from '#projections/notification/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { useSession } from '../session/session.ts';
import { type TopicView, useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { LISTS } from './useUnread.ts';

/** A list as far as it is loaded. */
interface Loaded {
  readonly topic: TopicView;
  readonly found: readonly Notification[];
  /** Older ones are not loaded; empty: there are none. */
  readonly floor: string;
}

function useList(list: string): Loaded {
  const userId = useSession((session) => session.userId);
  const name = userId === null ? null : topicName.notifications(list, userId);
  const topic = useTopic(name);
  const found = useDocuments(notifications, useWindow(name));
  const oldest = found.at(-1)?.order ?? '';
  return { topic, found, floor: topic.hasMore ? oldest : '' };
}

const isKnown = ({ topic: { status } }: Loaded) => status === 'live' || status === 'stale';

/**
 * One's notifications of this campus and of one's conversations as one list, newest first. It ends where the older ones of
 * one of the two are not loaded yet; the next page is that one's. Before both are there it has none: one of them alone has
 * gaps, and an end that is none.
 */
export function useLists(): { readonly found: readonly Notification[]; readonly topic: TopicView } {
  const [here = '', talk = ''] = LISTS;
  const one = useList(here);
  const other = useList(talk);
  const floor = [one.floor, other.floor].sort().at(-1) ?? one.floor;
  const areKnown = isKnown(one) && isKnown(other);
  const found = useMemo(
    () => (areKnown ? merged([one.found, other.found], floor) : []),
    [areKnown, one.found, other.found, floor],
  );
  const next = [one, other].filter((each) => each.topic.hasMore && each.floor === floor);
  // The one that is not there yet speaks for both.
  const slower = isKnown(one) ? other : one;
  return {
    found,
    topic: {
      ...slower.topic,
      hasMore: one.topic.hasMore || other.topic.hasMore,
      loadingMore: next.some(({ topic }) => topic.loadingMore),
      loadMore: () => {
        for (const { topic } of next) topic.loadMore();
      },
      retry: () => {
        for (const each of [one, other]) if (!isKnown(each)) each.topic.retry();
      },
    },
  };
}

/** Notifications of both lists, newest first, down to the higher of the two floors. */
function merged(lists: readonly (readonly Notification[])[], floor: string): readonly Notification[] {
  return lists
    .flat()
    .filter(({ order }) => order >= floor)
    .sort((a, b) => (a.order > b.order ? -1 : 1));
}
