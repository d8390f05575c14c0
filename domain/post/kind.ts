import * as z from 'zod/mini';

/** `post`: written by its author. `new user`: the banner "has joined the community." (VERF-14, Q19). */
export const postKindSchema = z.enum(['post', 'new user']);
export type PostKind = z.infer<typeof postKindSchema>;
