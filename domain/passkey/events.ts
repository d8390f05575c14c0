import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { personalField } from '../kernel/personal.ts';

/** The events of a user's passkeys (`passkey-<userId>`). Their public keys and counters are in the vault. */
export const passkeyEvents = {
  /** A passkey opens the account from now on. */
  PasskeyAdded: defineEvent({
    type: 'PasskeyAdded',
    subject: 'userId',
    schema: z.strictObject({
      userId: idSchema,
      passkeyId: idSchema,
      /** The id that the user's device gave it; no two accounts have one. */
      credentialId: personalField(z.string()),
      name: personalField(z.string()),
      /** Host whose pages alone can use it: a passkey is bound to one. */
      site: z.string(),
    }),
  }),
  PasskeyRenamed: defineEvent({
    type: 'PasskeyRenamed',
    subject: 'userId',
    schema: z.strictObject({ userId: idSchema, passkeyId: idSchema, name: personalField(z.string()) }),
  }),
  /** It opens nothing any more. */
  PasskeyRemoved: defineEvent({
    type: 'PasskeyRemoved',
    schema: z.strictObject({ userId: idSchema, passkeyId: idSchema }),
  }),
};

export type PasskeyEvent = EventOf<typeof passkeyEvents>;
