import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { moderationReasonSchema } from '../kernel/moderation.ts';
import { personalField } from '../kernel/personal.ts';
import { SEARCH_TERM_DIGITS } from './limits.ts';

/** A keyed hash (`searchTerm`). */
export const termSchema = z
  .string()
  .check(z.regex(new RegExp(`^[0-9a-f]{${SEARCH_TERM_DIGITS}}$`), 'a search is named by its digest'));

const searched = z.strictObject({
  searchId: idSchema,
  userId: idSchema,
  /** Campus that was searched. */
  campus: z.string(),
  term: termSchema,
  text: personalField(z.string()),
});

/**
 * The events of searches. Each search is a stream of its own (`search-<searchId>`), so that nobody's list fills up; what
 * a campus may see of a term is another (`search-<term>`).
 */
export const searchEvents = {
  /** A user has searched: a view of the results (SRCH-18), and an entry of the user's list (SRCH-17). */
  SearchPerformed: defineEvent({ type: 'SearchPerformed', subject: 'userId', schema: searched }),
  /** A user has put a text in the list without searching for it. */
  RecentSearchAdded: defineEvent({ type: 'RecentSearchAdded', subject: 'userId', schema: searched }),
  /** A user has deleted a text from the list. */
  RecentSearchRemoved: defineEvent({
    type: 'RecentSearchRemoved',
    schema: z.strictObject({ searchId: idSchema, userId: idSchema, term: termSchema }),
  }),
  /** A user has deleted several texts from the list. */
  RecentSearchesCleared: defineEvent({
    type: 'RecentSearchesCleared',
    schema: z.strictObject({ userId: idSchema, terms: z.array(termSchema) }),
  }),
  /** Somebody who is signed out has searched; nothing else is kept of it (Q56). */
  VisitorSearched: defineEvent({
    type: 'VisitorSearched',
    schema: z.strictObject({ searchId: idSchema, campus: z.string(), term: termSchema }),
  }),
  /** One more user has searched for a text that nobody else sees yet. */
  SearchTermShared: defineEvent({
    type: 'SearchTermShared',
    schema: z.strictObject({ term: termSchema, campus: z.string(), userId: idSchema }),
  }),
  /** So many have searched for it that the campus may see the text; it is nobody's any more. */
  SearchTermPublished: defineEvent({
    type: 'SearchTermPublished',
    schema: z.strictObject({ term: termSchema, campus: z.string(), text: z.string() }),
  }),
  /** A user who has searched for it was erased: the user counts for it no more (P10). */
  SearcherForgotten: defineEvent({
    type: 'SearcherForgotten',
    schema: z.strictObject({ term: termSchema, campus: z.string(), userId: idSchema }),
  }),
  /** A moderator has taken the text back: the campus does not see it any more, however many search for it. */
  SearchTermTakenBack: defineEvent({
    type: 'SearchTermTakenBack',
    schema: z.strictObject({ term: termSchema, campus: z.string(), reason: moderationReasonSchema }),
  }),
};

export type SearchEvent = EventOf<typeof searchEvents>;
