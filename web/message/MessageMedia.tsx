import { type CSSProperties, Suspense } from 'react';
import type { Media } from '#domain/kernel/media.ts';
import { messageFolder } from '#domain/message/face.ts';
import { imagePath } from '#projections/kernel/imagePath.ts';
import { Photo, VideoPlayer } from '../post/face.ts';
import { useLocalFile } from '../sync/hooks.ts';
import styles from './Message.module.css';

/** Highest that a photo or video is in a conversation, in CSS pixels (CHAT-09). */
export const MEDIA_MAX_HEIGHT_PX = 200;

/** The size that a file takes, before it has loaded: nothing moves when it comes. */
export function mediaShape({ width, height }: Pick<Media, 'width' | 'height'>): CSSProperties {
  const drawn = Math.min(MEDIA_MAX_HEIGHT_PX, height);
  return { width: Math.floor((drawn * width) / height), aspectRatio: `${width} / ${height}` };
}

/** The photo or video of a message; a photo opens whole in a tab of its own. */
export function MessageMedia(props: { readonly messageId: string; readonly media: Media; readonly author: string }) {
  const { messageId, media } = props;
  const folder = messageFolder(messageId);
  const isLocal = useLocalFile(media.name) !== null;
  const shape = mediaShape(media);
  const name = `${media.kind === 'video' ? 'Video' : 'Photo'} from ${props.author}`;
  if (media.kind === 'video') {
    return (
      <div className={styles.media} style={shape}>
        <Suspense>
          <VideoPlayer folder={folder} media={media} name={name} style={{ width: '100%', height: '100%' }} />
        </Suspense>
      </div>
    );
  }
  const photo = <Photo folder={folder} media={media} alt={name} sizes={`${shape.width}px`} />;
  if (isLocal) {
    return (
      <div className={styles.media} style={shape}>
        {photo}
      </div>
    );
  }
  return (
    <a
      className={styles.media}
      style={shape}
      href={imagePath(folder, media.name)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {photo}
    </a>
  );
}
