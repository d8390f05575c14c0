import { useEffect, useMemo } from 'react';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import Viewer, { type SlideImage } from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import type { Media } from '#domain/kernel/media.ts';
import { postFolder } from '#domain/post/files.ts';
import { IMAGE_WIDTHS, imagePath } from '../../kit/picture/imagePath.ts';
import { useOutbox } from '../../sync/hooks.ts';
import styles from './Lightbox.module.css';
import { photoName } from './photoName.ts';

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

function slideOf(folder: string, photo: Media, alt: string, local: string | undefined): SlideImage {
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

/** Photos in full size: arrow keys and swipes go through them, pinch and double tap zoom, Escape and Back close. */
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
      media.map((photo, index) =>
        slideOf(postFolder(postId), photo, photoName(index, media.length, author), local.get(photo.name)),
      ),
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
      render={single ? { buttonPrev: () => null, buttonNext: () => null } : {}}
      labels={{
        Lightbox: `Photos by ${author}`,
        Previous: 'Previous photo',
        Next: 'Next photo',
        '{index} of {total}': 'Photo {index} of {total}',
      }}
      close={props.onClosed}
      on={{ view: ({ index }) => props.onView(index) }}
    />
  );
}
