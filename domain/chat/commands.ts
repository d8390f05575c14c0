import * as z from 'zod/mini';
import { campusFact } from '../campus/state.ts';
import { actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema } from '../kernel/ids.ts';
import { userFact } from '../user/state.ts';
import { chatIdOf } from './pair.ts';

/** The round that is meant: what was given about an older one, and comes late, never meets a newer one (D52). */
const ofRound = z.strictObject({ chatId: idSchema, round: z.int().check(z.minimum(1)) });

/** Commands on conversations. The id of one follows from its two people, so two who begin at once meet in one (CHAT-15). */
export const chatCommands = {
  StartChat: defineCommand({
    type: 'StartChat',
    schema: z.strictObject({ userId: idSchema }),
    category: 'chat',
    target: ({ data }, actor) => chatIdOf(actorId(actor), data.userId),
    facts: ({ data }, actor) => ({ user: userFact(actorId(actor)), partner: userFact(data.userId) }),
    /** Whether the partner's campus is open is decided as of the head of its stream. */
    further: ({ partner }) => ({ campus: partner.campus === null ? null : campusFact(partner.campus) }),
  }),
  OpenChat: defineCommand({
    type: 'OpenChat',
    // The first one named no round: it is refused, since nobody knows which one was meant.
    version: 2,
    schema: ofRound,
    category: 'chat',
    target: ({ data }) => data.chatId,
    facts: (_command, actor) => ({ user: userFact(actorId(actor)) }),
  }),
  DeleteChat: defineCommand({
    type: 'DeleteChat',
    version: 2,
    schema: ofRound,
    category: 'chat',
    target: ({ data }) => data.chatId,
    facts: (_command, actor) => ({ user: userFact(actorId(actor)) }),
  }),
  /** The account of one of the two has ended (D53). */
  CloseChat: defineCommand({
    type: 'CloseChat',
    origin: 'server',
    schema: z.strictObject({ chatId: idSchema, userId: idSchema }),
    category: 'chat',
    target: ({ data }) => data.chatId,
  }),
};

type Definitions = typeof chatCommands;

/** The command of a type, as its decision gets it. */
export type ChatCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type ChatContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
