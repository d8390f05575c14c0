import { fitEdge } from './shrinkPhoto.ts';

/** Longest edge in pixels of the picture that stands for a video until it plays. */
const POSTER_MAX_EDGE_PX = 1_280;
const POSTER_QUALITY = 0.82;
/** Seconds into the film: the first frame is often black. */
const POSTER_AT_SECONDS = 1;
/** Milliseconds after which a browser that neither reads a video nor says so is not waited for. */
const READ_MAX_MS = 10_000;

/** A video as far as the browser knows it before it is uploaded. */
export interface ReadVideo {
  /** Pixels; those of a screen where the browser can not read this kind. */
  readonly width: number;
  readonly height: number;
  /** Whole seconds; `null`: it does not say. */
  readonly seconds: number | null;
  /** A frame of it; `null`: this browser can make none. */
  readonly poster: Blob | null;
}

/** A video that this browser cannot show; the server measures it, and others may show it. */
const UNREAD: ReadVideo = { width: 1_280, height: 720, seconds: null, poster: null };

/** Looks into a video, and makes a picture of one of its first frames. Never rejects. */
export async function readVideo(file: Blob): Promise<ReadVideo> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    video.src = url;
    await happened(video, 'loadeddata');
    const { videoWidth: width, videoHeight: height, duration } = video;
    if (width === 0 || height === 0) return UNREAD;
    const seconds = Number.isFinite(duration) ? Math.round(duration) : null;
    const poster = await frameOf(video).catch((error: unknown) => {
      console.warn('No picture could be made of a video.', error);
      return null;
    });
    return { width, height, seconds, poster };
  } catch (error) {
    console.warn('This browser can not show a video of this kind.', error);
    return UNREAD;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

async function frameOf(video: HTMLVideoElement): Promise<Blob | null> {
  if (Number.isFinite(video.duration)) {
    video.currentTime = Math.min(POSTER_AT_SECONDS, video.duration / 2);
    await happened(video, 'seeked');
  }
  const { width, height } = fitEdge(video.videoWidth, video.videoHeight, POSTER_MAX_EDGE_PX);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', POSTER_QUALITY));
}

/** @throws the browser's error, or one that says that nothing happened */
function happened(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`There was no ${event}.`)), READ_MAX_MS);
    const settle = (outcome: () => void) => () => {
      clearTimeout(timer);
      outcome();
    };
    video.addEventListener(event, settle(resolve), { once: true });
    video.addEventListener(
      'error',
      settle(() => reject(video.error)),
      { once: true },
    );
  });
}
