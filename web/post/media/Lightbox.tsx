import { type CSSProperties, useEffect, useMemo } from 'react';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import Viewer, { type GenericSlide, type Slide, type SlideImage } from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import type { Media, Picture, Video } from '#domain/kernel/media.ts';
import { postFolder } from '#domain/post/files.ts';
import { IMAGE_WIDTHS, imagePath } from '../../kit/picture/imagePath.ts';
import { useOutbox } from '../../sync/hooks.ts';
import { albumName } from './albumName.ts';
import styles from './Lightbox.module.css';
import { mediaName } from './mediaName.ts';
import VideoPlayer from './VideoPlayer.tsx';

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    readonly 'post-video': VideoSlide;
  }
}

/** A video among the photos, drawn by our own player. */
interface VideoSlide extends GenericSlide {
  readonly type: 'post-video';
  readonly media: Video;
  readonly name: string;
}

/** Screen pixels of one picture pixel at the greatest zoom. */
const MAX_ZOOM = 3;

/** URLs of files that only this browser has, by the name that stands for them in the post. */
function useLocalFiles(media: readonly Media[]): ReadonlyMap<string, string> {
  const outbox = useOutbox();
  const urls = useMemo(() => {
    const names = new Set(media.map(({ name }) => name));
    const uploads = outbox.flatMap((entry) => entry.uploads).filter(({ name }) => names.has(name));
    return new Map(uploads.map(({ name, file }) => [name, URL.createObjectURL(file)]));
  }, [media, outbox]);
  useEffect(
    () => () => {
      for (const url of urls.values()) URL.revokeObjectURL(url);
    },
    [urls],
  );
  return urls;
}

function slideOf(folder: string, photo: Picture, alt: string, local: string | undefined): SlideImage {
  const { width, height, name } = photo;
  if (local !== undefined) return { src: local, alt, width, height };
  const whole = { src: imagePath(folder, name), width, height };
  const smaller = IMAGE_WIDTHS.filter((each) => each < width).map((each) => ({
    src: imagePath(folder, name, each),
    width: each,
    height: Math.round((each * height) / width),
  }));
  return { ...whole, alt, srcSet: [...smaller, whole] };
}

/** A player as large as the window lets it be. */
function shapeOf({ width, height }: Video): CSSProperties {
  return {
    aspectRatio: `${width} / ${height}`,
    width: `min(100vw, calc(100dvh * ${(width / height).toFixed(4)}))`,
    height: 'auto',
  };
}

/** Photos and videos in full size: arrow keys and swipes go through them, pinch and double tap zoom, Escape and Back close. */
export default function Lightbox(props: {
  readonly postId: string;
  readonly media: readonly Media[];
  readonly author: string;
  /** The photo to begin with, from 0. */
  readonly index: number;
  readonly onView: (index: number) => void;
  /** It was closed by one of its own ways, and is faded out. */
  readonly onClosed: () => void;
}) {
  const { postId, media, author } = props;
  const local = useLocalFiles(media);
  const slides = useMemo(
    () =>
      media.map((file, index): Slide => {
        const name = mediaName(media, index, author);
        if (file.kind === 'video') return { type: 'post-video', media: file, name };
        return slideOf(postFolder(postId), file, name, local.get(file.name));
      }),
    [postId, media, author, local],
  );
  const single = media.length === 1;
  return (
    <Viewer
      open
      className={styles.lightbox}
      index={props.index}
      slides={slides}
      plugins={single ? [Zoom] : [Counter, Zoom]}
      carousel={{ finite: true, padding: 0, preload: 1 }}
      zoom={{ maxZoomPixelRatio: MAX_ZOOM, scrollToZoom: true }}
      counter={{ container: { className: styles.counter }, separator: ' / ' }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      render={{
        slide: ({ slide, offset }) =>
          slide.type === 'post-video' ? (
            <div className={styles.video}>
              {/* Only the one that is looked at: the others would be heard without being seen. */}
              {offset === 0 && (
                <VideoPlayer
                  folder={postFolder(postId)}
                  media={slide.media}
                  name={slide.name}
                  style={shapeOf(slide.media)}
                />
              )}
            </div>
          ) : undefined,
        ...(single ? { buttonPrev: () => null, buttonNext: () => null } : {}),
      }}
      labels={{
        Lightbox: albumName(media, author),
        Previous: 'Previous photo',
        Next: 'Next photo',
        '{index} of {total}': 'Photo {index} of {total}',
      }}
      close={props.onClosed}
      on={{ view: ({ index }) => props.onView(index) }}
    />
  );
}
