import type { Post } from '#projections/post/collections.ts';
import { people } from '#projections/user/collections.ts';
import { MenuItem } from '../kit/MenuItem.tsx';
import { useDocument } from '../sync/hooks.ts';
import { fullName } from '../user/face.ts';
import { useEntries } from './useEntries.tsx';

/** The entries in the menu of somebody else's post or comment (Q22). */
export default function PostReport({ post }: { readonly post: Post }) {
  const kind = post.parent === null ? 'post' : 'comment';
  const name = fullName(useDocument(people, post.author));
  const entries = useEntries({ kind, id: post.id, name }, `Report ${kind}`, post.author);
  return entries.map((entry) => <MenuItem key={entry.label} {...entry} />);
}
