import * as z from 'zod/mini';
import { actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema } from '../kernel/ids.ts';
import { userFact } from '../user/state.ts';

/** Commands on the deletion of an account. */
export const deletionCommands = {
  /** The identity edge has made sure that it is the person. */
  RequestDeletion: defineCommand({
    type: 'RequestDeletion',
    origin: 'server',
    schema: z.strictObject({}),
    category: 'deletion',
    target: (_command, actor) => actorId(actor),
    facts: (_command, actor) => ({ user: userFact(actorId(actor)) }),
  }),
  /** "Keep my account". */
  CancelDeletion: defineCommand({
    type: 'CancelDeletion',
    schema: z.strictObject({}),
    category: 'deletion',
    target: (_command, actor) => actorId(actor),
    facts: (_command, actor) => ({ user: userFact(actorId(actor)) }),
  }),
  /** By the sweep, once the grace is over. */
  BeginDeletion: defineCommand({
    type: 'BeginDeletion',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema }),
    category: 'deletion',
    target: ({ data }) => data.userId,
  }),
};

type Definitions = typeof deletionCommands;

/** The command of a type, as its decision gets it. */
export type DeletionCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type DeletionContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
