import * as z from 'zod/mini';

/** SETT-10. */
export const genderSchema = z.enum(['male', 'female', 'other']);
export type Gender = z.infer<typeof genderSchema>;
