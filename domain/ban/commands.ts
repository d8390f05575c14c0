import * as z from 'zod/mini';
import { actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema } from '../kernel/ids.ts';
import { moderationReasonSchema } from '../kernel/moderation.ts';
import { userFact } from '../user/state.ts';
import { addressHashSchema, liftReasonSchema } from './events.ts';
import { BAN_NOTE_MAX_CHARACTERS } from './limits.ts';

const addressSchema = z.strictObject({ userId: idSchema, address: addressHashSchema });

/** Commands on bans. */
export const banCommands = {
  BanPerson: defineCommand({
    type: 'BanPerson',
    schema: z.strictObject({
      userId: idSchema,
      reason: moderationReasonSchema,
      note: z.string().check(z.maxLength(BAN_NOTE_MAX_CHARACTERS)),
      /** Id of the post or comment that led to it, or of the person. */
      about: idSchema,
    }),
    category: 'ban',
    target: (command) => command.data.userId,
    facts: (command, actor) => ({ moderator: userFact(actorId(actor)), person: userFact(command.data.userId) }),
  }),
  LiftBan: defineCommand({
    type: 'LiftBan',
    schema: z.strictObject({ userId: idSchema, reason: liftReasonSchema }),
    category: 'ban',
    target: (command) => command.data.userId,
    facts: (_command, actor) => ({ moderator: userFact(actorId(actor)) }),
  }),
  /** The ban reactor's part of a ban: the addresses of the person. */
  BanAddress: defineCommand({
    type: 'BanAddress',
    origin: 'server',
    schema: addressSchema,
    category: 'ban',
    target: (command) => command.data.address,
  }),
  FreeAddress: defineCommand({
    type: 'FreeAddress',
    origin: 'server',
    schema: addressSchema,
    category: 'ban',
    target: (command) => command.data.address,
  }),
};

type Definitions = typeof banCommands;

/** The command of a type, as its decision gets it. */
export type BanCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type BanContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
