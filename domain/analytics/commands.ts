import * as z from 'zod/mini';
import { CAMPUS_ID_MAX_CHARACTERS } from '../campus/limits.ts';
import { actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf, streamFact } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema, newId } from '../kernel/ids.ts';
import { userFact } from '../user/state.ts';
import type { AnalyticsState } from './state.ts';

const accountSchema = z.strictObject({ userId: idSchema });

/** The stream of an account's part in the statistics. */
const analyticsFact = streamFact<AnalyticsState>('analytics');

/** Commands on the statistics. */
export const analyticsCommands = {
  OptOutOfAnalytics: defineCommand({
    type: 'OptOutOfAnalytics',
    schema: accountSchema,
    category: 'analytics',
    target: (command) => command.data.userId,
    facts: (command, actor) => ({ moderator: userFact(actorId(actor)), person: userFact(command.data.userId) }),
  }),
  OptIntoAnalytics: defineCommand({
    type: 'OptIntoAnalytics',
    schema: accountSchema,
    category: 'analytics',
    target: (command) => command.data.userId,
    facts: (command, actor) => ({ moderator: userFact(actorId(actor)), person: userFact(command.data.userId) }),
  }),
  /** Counts a log-in. Its id is `newId(command.id, 0)`. */
  CountLogin: defineCommand({
    type: 'CountLogin',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema, campus: z.string().check(z.maxLength(CAMPUS_ID_MAX_CHARACTERS)) }),
    category: 'analytics',
    target: ({ id }) => newId(id, 0),
    facts: ({ data }) => ({ person: userFact(data.userId), part: analyticsFact(data.userId) }),
  }),
};

type Definitions = typeof analyticsCommands;

/** The command of a type, as its decision gets it. */
export type AnalyticsCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type AnalyticsContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
