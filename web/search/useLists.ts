import { reveal } from '#domain/kernel/personal.ts';
import { recentSearches, searchTotals } from '#projections/search/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { useSession } from '../session/session.ts';
import { site } from '../session/site.ts';
import { type TopicView, useDocuments, useTopic, useWindow } from '../sync/hooks.ts';

/** A recent search of the user. */
export interface Recent {
  readonly searchId: string;
  readonly term: string;
  readonly text: string;
}

/** The user's own searches on this campus, the newest first, live (SRCH-17). */
export function useRecent(): { readonly topic: TopicView; readonly recent: readonly Recent[] } {
  const userId = useSession((session) => session.userId);
  const name = userId === null ? null : topicName.recentSearches(site.id, userId);
  const topic = useTopic(name);
  const found = useDocuments(recentSearches, useWindow(name));
  const recent = found.flatMap(({ searchId, term, text }) => {
    const words = reveal(text);
    return words === null ? [] : [{ searchId, term, text: words }];
  });
  return { topic, recent };
}

/** A popular search of the campus. */
export interface Popular {
  readonly text: string;
  readonly views: number;
}

/** The campus's popular searches, the most views first, live (SRCH-18). */
export function usePopular(): { readonly topic: TopicView; readonly popular: readonly Popular[] } {
  const name = topicName.popularSearches(site.id);
  const topic = useTopic(name);
  const found = useDocuments(searchTotals, useWindow(name));
  const popular = found.flatMap(({ text, totalViews }) => (text === null ? [] : [{ text, views: totalViews }]));
  return { topic, popular };
}
