import * as z from 'zod/mini';
import { campusFact } from '../campus/state.ts';
import { actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema } from '../kernel/ids.ts';
import { moderationReasonSchema } from '../kernel/moderation.ts';
import { messageFact } from '../message/state.ts';
import { postFact } from '../post/state.ts';
import { userFact } from '../user/state.ts';
import { outcomeSchema } from './kinds.ts';
import { REPORT_INPUT_MAX_CHARACTERS } from './limits.ts';

const report = { reason: moderationReasonSchema, text: z.string().check(z.maxLength(REPORT_INPUT_MAX_CHARACTERS)) };
const caseSchema = z.strictObject({ caseId: idSchema });

/** Commands on reports. */
export const reportCommands = {
  ReportPerson: defineCommand({
    type: 'ReportPerson',
    schema: z.strictObject({ userId: idSchema, ...report }),
    category: 'report',
    target: (command) => command.data.userId,
    facts: (command, actor) => ({ reporter: userFact(actorId(actor)), person: userFact(command.data.userId) }),
    further: ({ person }) => ({ campus: person.campus === null ? null : campusFact(person.campus) }),
  }),
  ReportPost: defineCommand({
    type: 'ReportPost',
    schema: z.strictObject({ postId: idSchema, ...report }),
    category: 'report',
    target: (command) => command.data.postId,
    facts: (command, actor) => ({ reporter: userFact(actorId(actor)), post: postFact(command.data.postId) }),
    further: ({ post }) => ({ campus: post.place === null ? null : campusFact(post.place.campus) }),
  }),
  /** Somebody reports what was written to them (Q46). */
  ReportMessage: defineCommand({
    type: 'ReportMessage',
    schema: z.strictObject({ messageId: idSchema, ...report }),
    category: 'report',
    target: (command) => command.data.messageId,
    facts: (command, actor) => ({ reporter: userFact(actorId(actor)), message: messageFact(command.data.messageId) }),
    /** A conversation has no campus: the case is that of its author's. */
    further: ({ message }) => ({ author: message.place === null ? null : userFact(message.place.author) }),
  }),
  /** A moderator takes a case, so that two do not work on one. */
  TakeCase: defineCommand({
    type: 'TakeCase',
    schema: caseSchema,
    category: 'report',
    target: (command) => command.data.caseId,
    facts: (_command, actor) => ({ moderator: userFact(actorId(actor)) }),
  }),
  ReleaseCase: defineCommand({
    type: 'ReleaseCase',
    schema: caseSchema,
    category: 'report',
    target: (command) => command.data.caseId,
    facts: (_command, actor) => ({ moderator: userFact(actorId(actor)) }),
  }),
  /** Nothing is wrong with the thing. */
  DismissCase: defineCommand({
    type: 'DismissCase',
    schema: caseSchema,
    category: 'report',
    target: (command) => command.data.caseId,
    facts: (_command, actor) => ({ moderator: userFact(actorId(actor)) }),
  }),
  /** The reactor's answer to a removal or a ban, which settle a case. */
  SettleCase: defineCommand({
    type: 'SettleCase',
    origin: 'server',
    schema: z.strictObject({ caseId: idSchema, by: idSchema, outcome: outcomeSchema }),
    category: 'report',
    target: (command) => command.data.caseId,
  }),
  /** The sweep's: the files that were kept as evidence may go. */
  ReleaseEvidence: defineCommand({
    type: 'ReleaseEvidence',
    origin: 'server',
    schema: caseSchema,
    category: 'report',
    target: (command) => command.data.caseId,
  }),
};

type Definitions = typeof reportCommands;

/** The command of a type, as its decision gets it. */
export type ReportCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type ReportContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
