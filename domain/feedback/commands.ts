import * as z from 'zod/mini';
import { actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { userFact } from '../user/state.ts';
import { FEEDBACK_INPUT_MAX_CHARACTERS } from './limits.ts';

/** Commands about feedback. The id of a new one is `newId(command.id, 0)`. */
export const feedbackCommands = {
  GiveFeedback: defineCommand({
    type: 'GiveFeedback',
    schema: z.strictObject({ text: z.string().check(z.maxLength(FEEDBACK_INPUT_MAX_CHARACTERS)) }),
    category: 'feedback',
    target: (_command, actor) => actorId(actor),
    facts: (_command, actor) => ({ user: userFact(actorId(actor)) }),
  }),
};

type Definitions = typeof feedbackCommands;

/** The command of a type, as its decision gets it. */
export type FeedbackCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type FeedbackContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
