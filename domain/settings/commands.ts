import * as z from 'zod/mini';
import { type Actor, actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema } from '../kernel/ids.ts';
import { userFact } from '../user/state.ts';
import { genderSchema } from './gender.ts';
import { BIRTH_YEAR_MAX, BIRTH_YEAR_MIN, PHONE_MAX_CHARACTERS } from './limits.ts';
import { mailKindSchema } from './mailKinds.ts';

/** One's own: each user has one stream of settings. */
const own = {
  category: 'settings',
  target: (_command: unknown, actor: Actor) => actorId(actor),
  facts: (_command: unknown, actor: Actor) => ({ user: userFact(actorId(actor)) }),
} as const;

const between = (from: number, to: number) => z.int().check(z.minimum(from), z.maximum(to));

/** Commands on settings. */
export const settingsCommands = {
  ChangePhone: defineCommand({
    type: 'ChangePhone',
    schema: z.strictObject({ phone: z.string().check(z.maxLength(PHONE_MAX_CHARACTERS)) }),
    ...own,
  }),
  ChangeGender: defineCommand({ type: 'ChangeGender', schema: z.strictObject({ gender: genderSchema }), ...own }),
  ChangeBirthDate: defineCommand({
    type: 'ChangeBirthDate',
    schema: z.strictObject({
      year: between(BIRTH_YEAR_MIN, BIRTH_YEAR_MAX),
      month: between(1, 12),
      day: between(1, 31),
    }),
    ...own,
  }),
  ChangeEmailNotifications: defineCommand({
    type: 'ChangeEmailNotifications',
    schema: z.strictObject({ wanted: z.boolean() }),
    ...own,
  }),
  ChangeMailKind: defineCommand({
    type: 'ChangeMailKind',
    schema: z.strictObject({ kind: mailKindSchema, wanted: z.boolean() }),
    ...own,
  }),
  DismissTips: defineCommand({ type: 'DismissTips', schema: z.strictObject({}), ...own }),
  /** By the link in a mail, whose token was checked (Q52). */
  Unsubscribe: defineCommand({
    type: 'Unsubscribe',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema }),
    category: 'settings',
    target: ({ data }) => data.userId,
    facts: ({ data }) => ({ user: userFact(data.userId) }),
  }),
  /** The same for one kind of mails. */
  UnsubscribeFrom: defineCommand({
    type: 'UnsubscribeFrom',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema, kind: mailKindSchema }),
    category: 'settings',
    target: ({ data }) => data.userId,
    facts: ({ data }) => ({ user: userFact(data.userId) }),
  }),
};

type Definitions = typeof settingsCommands;

/** The command of a type, as its decision gets it. */
export type SettingsCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type SettingsContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
