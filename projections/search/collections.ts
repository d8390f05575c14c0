import * as z from 'zod/mini';
import { personalField, personalFields } from '#domain/kernel/personal.ts';
import { defineCollection } from '../kernel/collection.ts';
import { searchTopicNames } from './topicNames.ts';

const recentSearchSchema = z.strictObject({
  /** `<term>-<user>`. */
  id: z.string(),
  /** The newest search for it (search_id). */
  searchId: z.string(),
  user: z.string(),
  campus: z.string(),
  /** `<campus>:<user>`: each campus has a list of its own. */
  list: z.string(),
  term: z.string(),
  /** As it was typed last (search_text). */
  text: personalField(z.string()),
  /** How many times it was searched since it is in the list (search_qty). */
  quantity: z.int().check(z.minimum(0)),
  /** ISO instants of the first and the last time (date, lastModified). */
  firstAt: z.string(),
  lastAt: z.string(),
  /** Position of the last time: order of the list. */
  order: z.string(),
});
export type RecentSearch = z.infer<typeof recentSearchSchema>;

/** Recent searches of a user (SRCH-17), published only to that user. Key: `<term>-<user>`. */
export const recentSearches = defineCollection<RecentSearch>({
  name: 'recentSearches',
  schema: recentSearchSchema,
  subject: 'user',
  personal: personalFields(recentSearchSchema),
  queries: { list: { equals: ['list'], order: 'order' } },
  topics: ({ campus, user }) => [searchTopicNames.recentSearches(campus, user)],
});

const count = () => z.int().check(z.minimum(0));
const searchTotalSchema = z.strictObject({
  /** The term. */
  id: z.string(),
  campus: z.string(),
  /** `null` until so many people have searched for it that the campus may see it, and once a moderator took it back. */
  text: z.nullable(z.string()),
  /** The campus whose list it is in: `null` as long as the text is. */
  popular: z.nullable(z.string()),
  /** Users, each once (Q56). */
  uniqueViews: count(),
  /** Searches of those who were signed out. */
  ghostViews: count(),
  /** All of them. */
  totalViews: count(),
  /** ISO instants of the first and the last search (date, lastModified). */
  firstAt: z.string(),
  lastAt: z.string(),
  /** Order of the list: all views, then the position of the last one. */
  rank: z.string(),
});
export type SearchTotal = z.infer<typeof searchTotalSchema>;

/** How often a text was searched on a campus (SRCH-18). Key: its term. Published once it has a text. */
export const searchTotals = defineCollection<SearchTotal>({
  name: 'searchTotals',
  schema: searchTotalSchema,
  queries: { popular: { equals: ['popular'], order: 'rank' } },
  topics: ({ popular }) => (popular === null ? [] : [searchTopicNames.popularSearches(popular)]),
});

const searcherSchema = z.strictObject({
  /** `<term>-<user>`. */
  id: z.string(),
  user: z.string(),
  term: z.string(),
  campus: z.string(),
  /** Searches of this user for the term. */
  views: count(),
  /** Position of the first one. */
  order: z.string(),
});
export type Searcher = z.infer<typeof searcherSchema>;

/**
 * Who has searched for a term, and how often: so that each counts once, whatever becomes of the list, and not at all once
 * erased. Never published. Key: `<term>-<user>`.
 */
export const searchers = defineCollection<Searcher>({
  name: 'searchers',
  schema: searcherSchema,
  queries: { ofUser: { equals: ['user'], order: 'order' } },
  topics: () => [],
});

/** Key of what a user has to do with a term. */
export function searcherKey(term: string, user: string): string {
  return [term, user].join('-');
}

/** The recent searches of a user on one campus. */
export function recentListKey(campus: string, user: string): string {
  return [campus, user].join(':');
}
