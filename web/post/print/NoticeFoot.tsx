import encodeQr from 'qr';
import { useMemo } from 'react';
import { findCampus } from '#domain/campus/registry.ts';
import type { Media } from '#domain/kernel/media.ts';
import { reveal } from '#domain/kernel/personal.ts';
import type { Post } from '#projections/post/collections.ts';
import { shareAddress, site } from '../../session/site.ts';
import styles from './NoticeFoot.module.css';

/**
 * The foot of a post on paper, for a notice board: the way back to the page, to scan and to type. A comment below a
 * post says more than the paper can, so the page is where one answers.
 */
export default function NoticeFoot({ post }: { readonly post: Pick<Post, 'id' | 'campus' | 'media'> }) {
  const campus = findCampus(post.campus) ?? site;
  const address = shareAddress(campus, `/post/${post.id}`);
  const { path, size } = useMemo(() => drawn(encodeQr(address, 'raw', { ecc: 'medium' })), [address]);
  return (
    <footer className={styles.foot}>
      <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of this post">
        <path d={path} />
      </svg>
      <p>
        <strong>
          {invitation(reveal(post.media) ?? [])} on {campus.name} Quad.
        </strong>
        <span>{address}</span>
      </p>
    </footer>
  );
}

/** The reasons to open the page; paper shows a video least of all. */
function invitation(media: readonly Media[]): string {
  const { image = [], video = [] } = Object.groupBy(media, ({ kind }) => kind);
  const seen = [named(image.length, 'photo'), named(video.length, 'video')].flatMap((name) => name ?? []);
  return seen.length === 0
    ? 'Ask, and write to the seller'
    : `See the ${seen.join(' and the ')}, ask, and write to the seller`;
}

function named(count: number, one: string): string | null {
  return count === 0 ? null : count === 1 ? one : `${one}s`;
}

/** A path of one square for each dark module; the library has put the quiet zone around them. */
function drawn(modules: readonly (readonly boolean[])[]): { readonly path: string; readonly size: number } {
  const squares = modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: squares.join(''), size: modules.length };
}
