/** The video that plays. */
let playing: HTMLVideoElement | null = null;

/** Pauses the video that plays when another one begins: one at a time, on the whole page. */
export function playAlone(video: HTMLVideoElement): void {
  if (playing !== null && playing !== video) playing.pause();
  playing = video;
}
