import { UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './Avatar.module.css';
import { followPicturesBack } from './http/picturesBack.ts';
import { LessMotion } from './LessMotion.tsx';

/**
 * A person's picture, or their initials without one that can be shown, or a plain figure for no person. Decorative: the
 * name is beside it.
 */
export function Avatar({
  src,
  srcSet,
  still,
  initials,
  size = 40,
}: {
  readonly src: string | null;
  readonly srcSet?: string;
  /** `srcset` of the first frame of a picture that moves. */
  readonly still?: string;
  /** `''`: no particular person. */
  readonly initials: string;
  /** Pixels. */
  readonly size?: number;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = src === broken ? null : src;
  useEffect(() => followPicturesBack(() => setBroken(null)), []);
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
      // Drawn by the style sheet, so that they are not part of the text of a surrounding button or link.
      data-initials={shown === null && initials !== '' ? initials : undefined}
      aria-hidden
    >
      {shown === null && initials === '' && <UserRound size={Math.round(size * 0.56)} />}
      {shown !== null && (
        <LessMotion still={still} sizes={`${size}px`}>
          <img
            src={shown}
            srcSet={srcSet}
            sizes={`${size}px`}
            width={size}
            height={size}
            alt=""
            decoding="async"
            onError={() => setBroken(shown)}
          />
        </LessMotion>
      )}
    </span>
  );
}
