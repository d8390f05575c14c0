import * as z from 'zod/mini';

/** Characters of a text that an answer repeats: it comes from the sender. */
const ECHO_MAX_CHARACTERS = 100;

// zod/mini comes without words: each of its messages would be "Invalid input".
z.config(z.locales.en());

/**
 * The first thing that does not fit a schema, in zod's words.
 *
 * @param whole what to name when no single field is at fault
 */
export function firstProblem(error: z.core.$ZodError, whole: string): { field: string; problem: string } {
  const issue = error.issues[0];
  return { field: shorten(issue?.path.join('.') || whole), problem: shorten(issue?.message ?? 'Invalid') };
}

/** Text of the sender, as far as an answer repeats it. */
export function shorten(text: string): string {
  return text.length <= ECHO_MAX_CHARACTERS ? text : `${text.slice(0, ECHO_MAX_CHARACTERS)}…`;
}
