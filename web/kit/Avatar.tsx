import { UserRound } from 'lucide-react';
import { useState } from 'react';
import styles from './Avatar.module.css';

/**
 * A person's picture, or their initials while there is none that can be shown; nobody in particular is a plain figure.
 * Decorative: the name stands beside it.
 */
export function Avatar({
  src,
  srcSet,
  initials,
  size = 40,
}: {
  readonly src: string | null;
  readonly srcSet?: string;
  /** `''`: it is nobody in particular. */
  readonly initials: string;
  /** Pixels. */
  readonly size?: number;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = src === broken ? null : src;
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
      // Drawn by the style sheet: they are no text of the button or link that the picture may stand in.
      data-initials={shown === null && initials !== '' ? initials : undefined}
      aria-hidden
    >
      {shown === null && initials === '' && <UserRound size={Math.round(size * 0.56)} />}
      {shown !== null && (
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
      )}
    </span>
  );
}
