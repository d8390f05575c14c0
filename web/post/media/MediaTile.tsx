import { Layers } from 'lucide-react';
import { Link } from 'react-router';
import type { Media } from '#domain/kernel/media.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { postFolder } from '#domain/post/files.ts';
import type { Post } from '#projections/post/collections.ts';
import { placePath } from '../share/placePath.ts';
import { plainWords } from '../text/preview.ts';
import styles from './MediaTile.module.css';
import { Still } from './Still.tsx';

/** The first photo or video of a post or comment; it leads there. */
export function MediaTile({ post, eager }: { readonly post: Post; readonly eager: boolean }) {
  const media = reveal(post.media) ?? [];
  const [first] = media;
  const words = plainWords(reveal(post.text));
  if (first === undefined) return null;
  const what = whatOf(media);
  return (
    <Link className={styles.tile} to={placePath(post)} aria-label={words === '' ? what : `${what}: ${words}`}>
      <Still folder={postFolder(post.id)} media={first} alt="" sizes="(max-width: 769px) 33vw, 200px" eager={eager} />
      {media.length > 1 && (
        <span className={styles.count}>
          <Layers size={14} aria-hidden /> {media.length}
        </span>
      )}
    </Link>
  );
}

/** "Photo", "Video", "3 photos", "3 photos and videos". */
function whatOf(media: readonly Media[]): string {
  const kinds = new Set(media.map(({ kind }) => (kind === 'image' ? 'photo' : 'video')));
  const [kind = 'photo'] = kinds;
  if (media.length === 1) return kind === 'photo' ? 'Photo' : 'Video';
  return kinds.size === 1 ? `${media.length} ${kind}s` : `${media.length} photos and videos`;
}
