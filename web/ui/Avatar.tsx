import styles from './Avatar.module.css';

/** A person's picture, or their initials while there is none. Decorative: the name stands beside it. */
export function Avatar({
  src,
  srcSet,
  initials,
  size = 40,
}: {
  readonly src: string | null;
  readonly srcSet?: string;
  readonly initials: string;
  /** Pixels. */
  readonly size?: number;
}) {
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
      // Drawn by the style sheet: they are no text of the button or link that the picture may stand in.
      data-initials={src === null ? initials : undefined}
      aria-hidden
    >
      {src !== null && (
        <img src={src} srcSet={srcSet} sizes={`${size}px`} width={size} height={size} alt="" decoding="async" />
      )}
    </span>
  );
}
