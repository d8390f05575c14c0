import * as z from 'zod/mini';

/** The kinds of mails about what happens on the campus (NOTF-09): each can be ended by itself (Q52). */
export const mailKinds = ['message', 'comment', 'comment reply', 'like'] as const;

export type MailKind = (typeof mailKinds)[number];

export const mailKindSchema = z.enum(mailKinds);
