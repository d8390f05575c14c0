import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { personalField } from '../kernel/personal.ts';
import { birthDateSchema } from './birthDateSchema.ts';
import { genderSchema } from './gender.ts';
import { mailKindSchema } from './mailKinds.ts';

/** The events of a user's settings (`settings-<userId>`). */
export const settingsEvents = {
  PhoneChanged: defineEvent({
    type: 'PhoneChanged',
    subject: 'userId',
    schema: z.strictObject({ userId: idSchema, phone: personalField(z.string()) }),
  }),
  GenderChanged: defineEvent({
    type: 'GenderChanged',
    subject: 'userId',
    schema: z.strictObject({ userId: idSchema, gender: personalField(genderSchema) }),
  }),
  BirthDateChanged: defineEvent({
    type: 'BirthDateChanged',
    subject: 'userId',
    schema: z.strictObject({ userId: idSchema, birthDate: personalField(birthDateSchema) }),
  }),
  /** Mails about what happens on the campus are wanted, or not; those about the account itself always come (Q52). */
  EmailNotificationsChanged: defineEvent({
    type: 'EmailNotificationsChanged',
    schema: z.strictObject({ userId: idSchema, wanted: z.boolean() }),
  }),
  /** Mails of one kind are wanted, or not; without the mails about the campus none of them comes (NOTF-10). */
  MailKindChanged: defineEvent({
    type: 'MailKindChanged',
    schema: z.strictObject({ userId: idSchema, kind: mailKindSchema, wanted: z.boolean() }),
  }),
  /** The tips of the first visits are not wanted any more (getting_started, Q80). */
  TipsDismissed: defineEvent({ type: 'TipsDismissed', schema: z.strictObject({ userId: idSchema }) }),
};

export type SettingsEvent = EventOf<typeof settingsEvents>;
