import { Globe } from 'lucide-react';
import { Suspense } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { previewFolder } from '#domain/preview/files.ts';
import { imagePath, imageSet, stillSet } from '#projections/kernel/imagePath.ts';
import type { Post } from '#projections/post/collections.ts';
import { previews } from '#projections/preview/collections.ts';
import { LessMotion } from '../kit/LessMotion.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { useSession } from '../session/session.ts';
import { useDocument } from '../sync/hooks.ts';
import styles from './PreviewCard.module.css';

/** For the author alone: its place is kept until it is there. */
const RemoveButton = lazySoon(() => import('./RemoveButton.tsx'));

/** CSS pixels of the picture's square. */
const PICTURE = '88px';

/**
 * What the page behind a post's first link says of itself: all of it is one link to the page. Its height does not depend
 * on what it says, nor on when the picture comes. Not on paper, where nobody can follow it: the text has the address.
 */
export function PreviewCard({ post }: { readonly post: Post }) {
  const preview = useDocument(previews, post.id);
  const card = preview === undefined ? null : reveal(preview.card);
  const isOwn = useSession((session) => session.userId === post.author);
  if (card === null) return null;
  const { url, title, site, picture } = card;
  const folder = previewFolder(post.id);
  return (
    <div className={styles.preview}>
      <a className={styles.card} href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
        <span className={styles.picture}>
          {picture === null ? (
            <Globe size={28} aria-hidden />
          ) : (
            // The title beside it says what it shows.
            <LessMotion still={stillSet(folder, picture)} sizes={PICTURE}>
              <img
                alt=""
                loading="lazy"
                decoding="async"
                width={picture.width}
                height={picture.height}
                sizes={PICTURE}
                srcSet={imageSet(folder, picture)}
                src={imagePath(folder, picture.name, 320)}
              />
            </LessMotion>
          )}
        </span>
        <span className={styles.words}>
          <span className={styles.title} dir="auto">
            {title}
          </span>
          {/* A page may give itself any name: where the link leads is always said. */}
          <span className={styles.site}>
            <bdi>{hostOf(url)}</bdi>
            {site !== '' && (
              <>
                {' · '}
                <bdi>{site}</bdi>
              </>
            )}
          </span>
        </span>
      </a>
      {isOwn && (
        <span className={styles.remove}>
          <Suspense>
            <RemoveButton postId={post.id} />
          </Suspense>
        </span>
      )}
    </div>
  );
}

/** The host to which an address leads, as a browser has it. */
function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? url;
}
