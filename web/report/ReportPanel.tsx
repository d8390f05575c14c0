import type { Post } from '#projections/post/collections.ts';
import { people } from '#projections/user/collections.ts';
import { MenuPanel } from '../kit/MenuPanel.tsx';
import type { OpenMenu } from '../kit/menuEntry.ts';
import { useDocument } from '../sync/hooks.ts';
import { fullName } from '../user/face.ts';
import { useEntries } from './useEntries.tsx';

/** The entries of the menu of somebody else's post or comment. */
export default function ReportPanel({ post, ...open }: OpenMenu & { readonly post: Post }) {
  const kind = post.parent === null ? 'post' : 'comment';
  const name = fullName(useDocument(people, post.author));
  const entries = useEntries({ kind, id: post.id, name }, `Report ${kind}`, post.author);
  return <MenuPanel {...open} entries={entries} />;
}
