import * as z from 'zod/mini';

/** A day of the calendar; months count from 1. */
export const birthDateSchema = z.strictObject({ year: z.int(), month: z.int(), day: z.int() });
export type BirthDate = z.infer<typeof birthDateSchema>;
