import * as z from 'zod/mini';

/** Why something is reported, removed, or a person banned: one list for all three. */
export const moderationReasons = {
  spam: 'Spam or advertising',
  scam: 'Scam or fraud',
  harassment: 'Harassment or bullying',
  hate: 'Hate speech',
  nudity: 'Nudity or sexual content',
  violence: 'Violence or threats',
  illegal: 'Illegal or forbidden goods',
  impersonation: 'Pretends to be somebody else',
  other: 'Something else',
} as const;

export type ModerationReason = keyof typeof moderationReasons;

/** Schema of a reason. */
export const moderationReasonSchema = z.enum(
  Object.keys(moderationReasons) as [ModerationReason, ...ModerationReason[]],
);
