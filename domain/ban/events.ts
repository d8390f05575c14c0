import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { moderationReasonSchema } from '../kernel/moderation.ts';
import { personalField } from '../kernel/personal.ts';
import { ADDRESS_HASH_CHARACTERS } from './limits.ts';

/** Why a ban was lifted. */
export const liftReasons = {
  mistake: 'It was a mistake',
  appeal: 'After an appeal',
  served: 'It has lasted long enough',
} as const;
export type LiftReason = keyof typeof liftReasons;
export const liftReasonSchema = z.enum(Object.keys(liftReasons) as [LiftReason, ...LiftReason[]]);

/** The keyed hash of an e-mail address: the log must not reveal the address of somebody who was erased (P9, P10). */
export const addressHashSchema = z.string().check(z.length(ADDRESS_HASH_CHARACTERS), z.regex(/^[0-9a-f]+$/));

/** The events of the stream of a ban: of a person (`ban-<userId>`), or of an e-mail address (`ban-<hash>`). */
export const banEvents = {
  /** From here on the person can do nothing (GUARD-11). What the person wrote stays. */
  PersonBanned: defineEvent({
    type: 'PersonBanned',
    subject: 'userId',
    schema: z.strictObject({
      userId: idSchema,
      /** Id of the moderator. */
      by: idSchema,
      reason: moderationReasonSchema,
      /** For other moderators. */
      note: personalField(z.string()),
      /** Id of the post or comment that led to it, or of the person. */
      about: idSchema,
      /** Keyed hashes of the person's e-mail addresses, which are banned, too. */
      addresses: z.array(addressHashSchema),
    }),
  }),
  BanLifted: defineEvent({
    type: 'BanLifted',
    schema: z.strictObject({ userId: idSchema, by: idSchema, reason: liftReasonSchema }),
  }),
  /** No account may be made with the address of a banned person, nor may one take it over, even after an erasure. */
  AddressBanned: defineEvent({
    type: 'AddressBanned',
    schema: z.strictObject({ userId: idSchema, address: addressHashSchema }),
  }),
  AddressFreed: defineEvent({
    type: 'AddressFreed',
    schema: z.strictObject({ userId: idSchema, address: addressHashSchema }),
  }),
};

export type BanEvent = EventOf<typeof banEvents>;
