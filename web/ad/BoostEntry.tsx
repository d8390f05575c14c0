import { Megaphone } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Post } from '#projections/post/collections.ts';
import { MenuItem } from '../kit/MenuItem.tsx';
import { useSession } from '../session/session.ts';

/** "Boost Post" in the menu of an own post (FEED-20). */
export default function BoostEntry({ post }: { readonly post: Post }) {
  const navigate = useNavigate();
  const canPay = useSession((session) => session.payments);
  if (!canPay || post.parent !== null || post.kind !== 'post' || post.sale === 'sold') return null;
  return (
    <MenuItem
      label="Boost Post"
      icon={<Megaphone size={18} aria-hidden />}
      onSelect={() => navigate(`/post/${post.id}/boost`)}
    />
  );
}
