import { Play } from 'lucide-react';
import { type Media, stillOf } from '#domain/kernel/media.ts';
import { cx } from '../../kit/cx.ts';
import { clockTime } from './clockTime.ts';
import { Photo } from './Photo.tsx';
import styles from './Still.module.css';

/** A photo, or in a video's place its poster with its length: where it can't be played. */
export function Still(props: {
  readonly folder: string;
  readonly media: Media;
  readonly alt: string;
  /** `sizes` of the picture, as CSS says. */
  readonly sizes: string;
  readonly className?: string;
  readonly eager?: boolean;
}) {
  const { media, ...rest } = props;
  const picture = stillOf(media);
  return (
    <>
      {picture === null ? (
        <Blank name={props.alt} className={cx(styles.none, props.className)} />
      ) : (
        <Photo {...rest} media={picture} />
      )}
      {media.kind === 'video' && <LengthBadge seconds={media.seconds} />}
    </>
  );
}

/** In the place of a poster that there is not; without a name it is an ornament. */
function Blank({ name, className }: { readonly name: string; readonly className: string }) {
  if (name === '') return <span className={className} />;
  return <span role="img" aria-label={name} className={className} />;
}

/** Marks the still of a video, with its length. @param seconds `null`: not known */
export function LengthBadge({ seconds, className }: { readonly seconds: number | null; readonly className?: string }) {
  return (
    <span className={cx(styles.badge, className)} aria-hidden>
      <Play size={14} fill="currentColor" /> {clockTime(seconds)}
    </span>
  );
}
