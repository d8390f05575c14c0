import * as z from 'zod/mini';
import { actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema } from '../kernel/ids.ts';
import { userFact } from '../user/state.ts';

const accountSchema = z.strictObject({ userId: idSchema });

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
};

type Definitions = typeof analyticsCommands;

/** The command of a type, as its decision gets it. */
export type AnalyticsCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type AnalyticsContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
