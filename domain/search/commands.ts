import * as z from 'zod/mini';
import { CAMPUS_ID_MAX_CHARACTERS } from '../campus/limits.ts';
import { campusFact } from '../campus/state.ts';
import { type Actor, actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema, newId } from '../kernel/ids.ts';
import { SEARCH_MAX_CHARACTERS } from '../kernel/limits.ts';
import { moderationReasonSchema } from '../kernel/moderation.ts';
import { userFact } from '../user/state.ts';
import { termSchema } from './events.ts';
import { RECENT_SEARCHES_CLEARED } from './limits.ts';

const campus = z.string().check(z.maxLength(CAMPUS_ID_MAX_CHARACTERS));
const text = z.string().check(z.maxLength(SEARCH_MAX_CHARACTERS));
const searched = z.strictObject({ campus, text });

const own = (command: { readonly id: string }) => newId(command.id, 0);
const userOf = (_command: unknown, actor: Actor) => ({ user: userFact(actorId(actor)) });
const factsOf = (command: { readonly data: { readonly campus: string } }, actor: Actor) => ({
  ...userOf(command, actor),
  campus: campusFact(command.data.campus),
});

/** Commands about searches. The id of a new one is `newId(command.id, 0)`. */
export const searchCommands = {
  PerformSearch: defineCommand({
    type: 'PerformSearch',
    schema: searched,
    category: 'search',
    target: own,
    facts: factsOf,
  }),
  AddRecentSearch: defineCommand({
    type: 'AddRecentSearch',
    schema: searched,
    category: 'search',
    target: own,
    facts: factsOf,
  }),
  RemoveRecentSearch: defineCommand({
    type: 'RemoveRecentSearch',
    schema: z.strictObject({ searchId: idSchema }),
    category: 'search',
    target: ({ data }) => data.searchId,
    facts: userOf,
  }),
  ClearRecentSearches: defineCommand({
    type: 'ClearRecentSearches',
    schema: z.strictObject({
      terms: z.array(termSchema).check(z.minLength(1), z.maxLength(RECENT_SEARCHES_CLEARED)),
    }),
    category: 'search',
    target: own,
    facts: userOf,
  }),
  /** Somebody who is signed out has searched. */
  CountVisitorSearch: defineCommand({
    type: 'CountVisitorSearch',
    origin: 'server',
    schema: searched,
    category: 'search',
    target: own,
    facts: ({ data }) => ({ campus: campusFact(data.campus) }),
  }),
  /** A user has searched for the text of a term. */
  ShareSearchTerm: defineCommand({
    type: 'ShareSearchTerm',
    origin: 'server',
    schema: z.strictObject({ term: termSchema, campus, userId: idSchema, text }),
    category: 'search',
    target: ({ data }) => data.term,
    facts: ({ data }) => ({ user: userFact(data.userId) }),
  }),
  /** A user who has searched for the text of a term was erased. */
  ForgetSearcher: defineCommand({
    type: 'ForgetSearcher',
    origin: 'server',
    schema: z.strictObject({ term: termSchema, campus, userId: idSchema }),
    category: 'search',
    target: ({ data }) => data.term,
    facts: ({ data }) => ({ user: userFact(data.userId) }),
  }),
  /** A moderator takes the text of a popular search out of everybody's sight. */
  TakeBackSearchTerm: defineCommand({
    type: 'TakeBackSearchTerm',
    schema: z.strictObject({ term: termSchema, reason: moderationReasonSchema }),
    category: 'search',
    target: ({ data }) => data.term,
    facts: userOf,
  }),
};

type Definitions = typeof searchCommands;

/** The command of a type, as its decision gets it. */
export type SearchCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type SearchContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
