import * as z from 'zod/mini';

/** `post`: written by its author. `new user`: the banner "has joined the community." (VERF-14, Q19). */
export const postKindSchema = z.enum(['post', 'new user']);
export type PostKind = z.infer<typeof postKindSchema>;

/** Whether it counts as one of the author's posts: not a comment, not the banner of a new member (DATA-10, VERF-14). */
export function isOwnPost({ kind, parent }: { readonly kind: PostKind; readonly parent: string | null }): boolean {
  return parent === null && kind === 'post';
}
