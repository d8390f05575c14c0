import * as z from 'zod/mini';

/** Most characters of a sender's text that an answer repeats. */
const ECHO_MAX_CHARACTERS = 100;

// zod/mini has no messages of its own: each would be "Invalid input".
z.config(z.locales.en());

/**
 * The first issue of a failed parse, as zod words it.
 *
 * @param whole name to use when no single field is at fault
 */
export function firstProblem(error: z.core.$ZodError, whole: string): { field: string; problem: string } {
  const issue = error.issues[0];
  return { field: shorten(issue?.path.join('.') || whole), problem: shorten(issue?.message ?? 'Invalid') };
}

/** A sender's text, shortened for an answer. */
export function shorten(text: string): string {
  return text.length <= ECHO_MAX_CHARACTERS ? text : `${text.slice(0, ECHO_MAX_CHARACTERS)}…`;
}
