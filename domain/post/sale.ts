import * as z from 'zod/mini';

/**
 * State of the sale of a thing. Its owner goes from each of them to each other one: a buyer may not turn up, and
 * a press may be a mistake. `sold` leaves the feed, and keeps its page and its place on the profile.
 */
export const saleSchema = z.enum(['available', 'pending', 'sold']);
export type Sale = z.infer<typeof saleSchema>;

/** Condition of a thing that is for sale, from the best down. */
export const conditionSchema = z.enum(['new', 'like new', 'good', 'fair', 'for parts']);
export type Condition = z.infer<typeof conditionSchema>;
export const conditions: readonly Condition[] = conditionSchema.options;
