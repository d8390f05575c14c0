import type { CSSProperties } from 'react';
import type { Media } from '#domain/kernel/media.ts';
import { imagePath, imageSet, stillSet } from '#projections/kernel/imagePath.ts';
import { LessMotion } from '../../kit/LessMotion.tsx';
import { useObjectUrl } from '../../kit/picture/useObjectUrl.ts';
import { useLocalFile } from '../../sync/hooks.ts';
import styles from './Photo.module.css';

/**
 * The picture's own size, for where it must not be drawn larger. `scale-down` alone does not see to that: to the browser
 * a picture that was chosen from a `srcset` is as wide as its `sizes` say.
 */
function ownSize({ width, height }: Media): CSSProperties {
  return { '--own-width': `${width}px`, '--own-height': `${height}px` } as CSSProperties;
}

/**
 * One picture of a post in a fitting size; one that is not uploaded yet comes from the outbox. One that moves is held at its
 * first frame for people who want less motion, and marked: in full size it has a button that plays it.
 */
export function Photo(props: {
  readonly folder: string;
  readonly media: Media;
  readonly alt: string;
  /** `sizes` of the picture, as CSS says. */
  readonly sizes: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly eager?: boolean;
}) {
  const { folder, media } = props;
  const file = useLocalFile(media.name);
  const local = useObjectUrl(file);
  const isLocal = file !== null;
  const still = isLocal ? undefined : stillSet(folder, media);
  return (
    <>
      <LessMotion still={still} sizes={props.sizes}>
        <img
          className={props.className}
          style={{ ...ownSize(media), ...props.style }}
          alt={props.alt}
          width={media.width}
          height={media.height}
          loading={props.eager ? 'eager' : 'lazy'}
          fetchPriority={props.eager ? 'high' : 'auto'}
          decoding="async"
          {...(isLocal
            ? { src: local ?? undefined }
            : { sizes: props.sizes, srcSet: imageSet(folder, media), src: imagePath(folder, media.name, 640) })}
        />
      </LessMotion>
      {still !== undefined && (
        <span className={styles.held} aria-hidden>
          GIF
        </span>
      )}
    </>
  );
}
