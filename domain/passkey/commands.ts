import * as z from 'zod/mini';
import { actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema } from '../kernel/ids.ts';
import { userFact } from '../user/state.ts';
import { CREDENTIAL_ID_MAX_CHARACTERS, PASSKEY_NAME_INPUT_MAX_CHARACTERS } from './limits.ts';
import { passkeyRejection } from './rejection.ts';

const name = z.string().check(z.maxLength(PASSKEY_NAME_INPUT_MAX_CHARACTERS));
/** Longer than any host name (RFC 1035: 253 characters). */
const SITE_MAX_CHARACTERS = 255;

/** Commands on passkeys. */
export const passkeyCommands = {
  /** The device has proven that it holds the key, and the vault keeps it under this id. */
  AddPasskey: defineCommand({
    type: 'AddPasskey',
    origin: 'server',
    schema: z.strictObject({
      userId: idSchema,
      passkeyId: idSchema,
      credentialId: z.string().check(z.minLength(1), z.maxLength(CREDENTIAL_ID_MAX_CHARACTERS)),
      name,
      site: z.string().check(z.minLength(1), z.maxLength(SITE_MAX_CHARACTERS)),
    }),
    category: 'passkey',
    target: ({ data }) => data.userId,
    facts: ({ data }) => ({ user: userFact(data.userId) }),
    claims: ({ data }) => [
      { kind: 'passkey', candidates: [data.credentialId], taken: passkeyRejection('PASSKEY_TAKEN') },
    ],
  }),
  RenamePasskey: defineCommand({
    type: 'RenamePasskey',
    schema: z.strictObject({ passkeyId: idSchema, name }),
    category: 'passkey',
    target: (_command, actor) => actorId(actor),
    facts: (_command, actor) => ({ user: userFact(actorId(actor)) }),
  }),
  /** The owner has given a fresh proof, or was erased. */
  RemovePasskey: defineCommand({
    type: 'RemovePasskey',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema, passkeyId: idSchema }),
    category: 'passkey',
    target: ({ data }) => data.userId,
  }),
};

type Definitions = typeof passkeyCommands;

/** The command of a type, as its decision gets it. */
export type PasskeyCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type PasskeyContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
