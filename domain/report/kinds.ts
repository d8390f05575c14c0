import * as z from 'zod/mini';

/** Kind of a reported thing. */
export const reportedKindSchema = z.enum(['person', 'post', 'comment', 'message']);

/** The kinds before conversations could be reported. */
export const firstKindSchema = z.enum(['person', 'post', 'comment']);

/** How a case ended. */
export const outcomeSchema = z.enum(['dismissed', 'removed', 'banned']);
export type Outcome = z.infer<typeof outcomeSchema>;
