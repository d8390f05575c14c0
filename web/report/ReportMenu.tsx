import { Ellipsis } from 'lucide-react';
import type { Post } from '#projections/post/collections.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { Menu } from '../kit/Menu.tsx';

const load = () => import('./ReportPanel.tsx');
const ReportPanel = lazySoon(load);

/** The menu of somebody else's post or comment (Q22). */
export function PostReportMenu({ post }: { readonly post: Post }) {
  const label = post.parent === null ? 'Post options' : 'Comment options';
  return (
    <Menu
      label={label}
      load={load}
      panel={(open) => <ReportPanel {...open} post={post} />}
      button={(button) => (
        <IconButton label={label} {...button}>
          <Ellipsis size={20} aria-hidden />
        </IconButton>
      )}
    />
  );
}
