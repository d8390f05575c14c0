import { useMemo } from 'react';
import { conversations } from '#projections/message/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { type Profile, people } from '#projections/user/collections.ts';
import { useAreHitsAnswered, useResults } from '../../search/face.ts';
import { useSession } from '../../session/session.ts';
import { useDocuments, useTopic, useWindow } from '../../sync/hooks.ts';
import { useSettled } from './useSettled.ts';

/** Milliseconds without a key after which people are searched for. */
const TYPING_MS = 200;

export interface FoundPeople {
  /** `null`: nothing was typed, so these are the people whom one wrote to last. */
  readonly searched: string | null;
  readonly people: readonly Profile[];
  /** Ids of the hits, by page, to be kept live. */
  readonly pages: readonly (readonly string[])[];
  readonly isWaiting: boolean;
  readonly failed: boolean;
  readonly more: boolean;
  loadMore(): void;
  retry(): void;
}

const NO_PAGES: readonly (readonly string[])[] = [];

/** People of the site's campus by what is typed, never oneself (CHAT-13, CHAT-16, CHAT-23). */
export function useFoundPeople(typed: string): FoundPeople {
  const userId = useSession((session) => session.userId);
  const text = useSettled(typed.trim(), TYPING_MS);
  const results = useResults({ text, show: 'people', filters: {} });
  const pages = results.pages ?? NO_PAGES;
  const areAnswered = useAreHitsAnswered('somePeople', pages);
  const recent = useRecentPartners(userId);
  const found = useDocuments(
    people,
    useMemo(() => (text === '' ? recent : pages.flat()), [text, recent, pages]),
  );
  return {
    searched: text === '' ? null : text,
    people: found.filter((person) => person.id !== userId && !person.erased),
    pages: text === '' ? NO_PAGES : pages,
    isWaiting:
      typed.trim() !== '' && !results.failed && (results.pages === null || !areAnswered || text !== typed.trim()),
    failed: text !== '' && results.failed,
    more: text !== '' && results.more,
    loadMore: results.loadMore,
    retry: results.retry,
  };
}

/** The people of one's newest conversations. */
function useRecentPartners(userId: string | null): readonly string[] {
  const name = userId === null ? null : topicName.conversations(userId);
  useTopic(name);
  const sides = useDocuments(conversations, useWindow(name));
  return useMemo(() => sides.filter(({ closed }) => !closed).map(({ partner }) => partner), [sides]);
}
