import { Download } from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { Video } from '#domain/kernel/media.ts';
import { imagePath } from '#projections/kernel/imagePath.ts';
import { useObjectUrl } from '../../kit/picture/useObjectUrl.ts';
import { useLocalFile } from '../../sync/hooks.ts';
import { isDownloadOnly } from './downloads.ts';
import { playAlone } from './playAlone.ts';
import { Still } from './Still.tsx';
import styles from './VideoPlayer.module.css';

/** Width of the poster that is asked for, of IMAGE_WIDTHS: a player is 500 CSS pixels wide, on screens of two to one. */
const POSTER_WIDTH = 1_280;

interface VideoProps {
  readonly folder: string;
  readonly media: Video;
  readonly name: string;
  readonly style?: CSSProperties;
}

/**
 * A video with the browser's own controls. It loads nothing but its poster before it is played, never begins by itself,
 * and stops when it leaves the screen or another one begins. What this browser can't play is offered as a download.
 */
export default function VideoPlayer(props: VideoProps) {
  const { folder, media } = props;
  const [isUnplayable, setUnplayable] = useState(() => isDownloadOnly(media));
  const file = useLocalFile(media.name);
  const localFilm = useObjectUrl(file);
  const posterFile = useLocalFile(media.poster);
  const localPoster = useObjectUrl(posterFile);
  const video = useRef<HTMLVideoElement>(null);
  usePauseUnseen(video);

  if (isUnplayable) return <VideoDownload {...props} isPending={file !== null} />;
  const stored = media.poster === null ? undefined : imagePath(folder, media.poster, POSTER_WIDTH);
  return (
    // biome-ignore lint/a11y/useMediaCaption: people's own short films have none to show
    <video
      ref={video}
      className={styles.player}
      style={props.style}
      controls
      playsInline
      preload={media.poster === null ? 'metadata' : 'none'}
      width={media.width}
      height={media.height}
      aria-label={props.name}
      poster={posterFile === null ? stored : (localPoster ?? undefined)}
      src={file === null ? imagePath(folder, media.name) : (localFilm ?? undefined)}
      onPlay={(event) => playAlone(event.currentTarget)}
      onError={({ currentTarget: { error } }) => setUnplayable(error !== null && !isOfNetwork(error))}
    />
  );
}

/** A video that went on playing where nobody sees it would be heard all the same. */
function usePauseUnseen(video: { readonly current: HTMLVideoElement | null }): void {
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const watching = new IntersectionObserver(([entry]) => {
      // In a window of its own (picture in picture) it is seen.
      if (entry?.isIntersecting === false && document.pictureInPictureElement !== element) element.pause();
    });
    watching.observe(element);
    return () => watching.disconnect();
  }, [video]);
}

function isOfNetwork({ code }: MediaError): boolean {
  return code === MediaError.MEDIA_ERR_NETWORK || code === MediaError.MEDIA_ERR_ABORTED;
}

function VideoDownload({ folder, media, name, style, isPending }: VideoProps & { readonly isPending: boolean }) {
  const kind = media.name.split('.').at(-1)?.toUpperCase() ?? '';
  return (
    <div className={styles.offer} style={style}>
      <Still folder={folder} media={media} alt={name} sizes="500px" />
      {isPending ? (
        <span className={styles.download}>{kind} video</span>
      ) : (
        <a className={styles.download} href={imagePath(folder, media.name)} download aria-label={`Download ${name}`}>
          <Download size={18} aria-hidden /> Download video ({kind})
        </a>
      )}
    </div>
  );
}
