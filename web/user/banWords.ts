import { moderationReasons } from '#domain/kernel/moderation.ts';

/** Why an account is banned, and what that means; of an unknown reason the meaning alone. */
export function banWords(reason: string | undefined): string {
  const why = Object.entries(moderationReasons).find(([name]) => name === reason)?.[1];
  return `${why === undefined ? '' : `Reason: ${why}. `}You can no longer log in, post or write to others, on any campus. If this is a mistake, ask for a review.`;
}
