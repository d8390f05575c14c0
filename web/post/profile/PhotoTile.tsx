import { Layers } from 'lucide-react';
import { Link } from 'react-router';
import { reveal } from '#domain/kernel/personal.ts';
import { postFolder } from '#domain/post/files.ts';
import type { Post } from '#projections/post/collections.ts';
import { Photo } from '../media/Photo.tsx';
import { placePath } from '../share/placePath.ts';
import { plainWords } from '../text/preview.ts';
import styles from './PhotoTile.module.css';

/** The first picture of a post or comment; it leads there. */
export default function PhotoTile({ post }: { readonly post: Post }) {
  const images = (reveal(post.media) ?? []).filter(({ kind }) => kind === 'image');
  const [first] = images;
  const words = plainWords(reveal(post.text));
  if (first === undefined) return null;
  const what = images.length === 1 ? 'Photo' : `${images.length} photos`;
  return (
    <Link className={styles.tile} to={placePath(post)} aria-label={words === '' ? what : `${what}: ${words}`}>
      <Photo folder={postFolder(post.id)} media={first} alt="" sizes="(max-width: 769px) 33vw, 200px" />
      {images.length > 1 && (
        <span className={styles.count}>
          <Layers size={14} aria-hidden /> {images.length}
        </span>
      )}
    </Link>
  );
}
