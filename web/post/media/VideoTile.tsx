import type { Video } from '#domain/kernel/media.ts';
import { Still } from './Still.tsx';
import VideoPlayer from './VideoPlayer.tsx';

/** A video in a gallery: its poster among other files, its player where it is alone. */
export default function VideoTile(props: {
  readonly folder: string;
  readonly media: Video;
  readonly name: string;
  /** `sizes` of the poster, as CSS says. */
  readonly sizes: string;
  readonly isAlone: boolean;
}) {
  const { folder, media, name } = props;
  if (props.isAlone) return <VideoPlayer folder={folder} media={media} name={name} />;
  return <Still folder={folder} media={media} alt={name} sizes={props.sizes} />;
}
