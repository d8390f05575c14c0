import { Ellipsis } from 'lucide-react';
import type { Post } from '#projections/post/collections.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { lazySoon } from '../../kit/lazySoon.ts';
import { Menu } from '../../kit/Menu.tsx';
import styles from './PostCard.module.css';

const load = () => import('./CardPanel.tsx');
const CardPanel = lazySoon(load);

/** The menu of a post or comment (D17, POST-17, COMM-13, FEED-19, FEED-20). */
export function CardMenu({ post }: { readonly post: Post }) {
  const label = post.parent === null ? 'Post options' : 'Comment options';
  return (
    <Menu
      label={label}
      load={load}
      panel={(open) => <CardPanel {...open} post={post} />}
      button={(button) => (
        <IconButton label={label} className={styles.options} {...button}>
          <Ellipsis size={20} aria-hidden />
        </IconButton>
      )}
    />
  );
}
