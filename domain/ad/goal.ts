import * as z from 'zod/mini';

/** The goal of an ad: where its button leads (BOOST-02). */
export const goalSchema = z.enum(['website', 'message', 'profile']);
export type Goal = z.infer<typeof goalSchema>;
