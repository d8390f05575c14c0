import { Send } from 'lucide-react';
import type { Post } from '#projections/post/collections.ts';
import { MenuItem } from '../../kit/MenuItem.tsx';
import { useMessage } from './useMessage.ts';

/** "Send Message" in the menu of somebody else's post or comment (FEED-19). */
export default function MessageEntry({ post }: { readonly post: Post }) {
  const message = useMessage();
  const write = () =>
    post.parent === null && post.kind === 'post' ? message(post.author, post.id) : message(post.author);
  return <MenuItem label="Send Message" icon={<Send size={18} aria-hidden />} onSelect={write} />;
}
