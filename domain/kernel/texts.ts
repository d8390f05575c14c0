import { ANIMATION_MAX_FRAMES, ANIMATION_MAX_PIXELS, PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS } from './limits.ts';

/** Refusals that belong to no single noun. Placeholders in braces are filled from the rejection's data. */
export const kernelTexts = {
  SOMETHING_WENT_WRONG: 'Something went wrong',
  /** The same command id came with another content (P2). */
  COMMAND_ID_REUSED: 'This action was already sent with other content. Please reload the page and try again.',
  /** The stream has reached STREAM_MAX_EVENTS. */
  STREAM_FULL: 'This has been changed too often. It can no longer be changed.',
  /** Only our own edges and reactors may do this. */
  NOT_ALLOWED: 'You are not allowed to do that.',
  FILE_MISSING: 'A photo did not arrive. Please remove it and add it again.',
  FILE_TWICE: 'The same photo was added twice. Please remove one of them.',
  PHOTO_TYPE: 'Only photos are allowed!',
  PHOTO_TOO_LARGE: `A photo may have at most ${PHOTO_MAX_BYTES / 1024 / 1024} MB. Please choose a smaller one.`,
  PHOTO_TOO_MANY_PIXELS: `A photo may have at most ${PHOTO_MAX_PIXELS / 1_000_000} megapixels. Please choose a smaller one.`,
  ANIMATION_TOO_LARGE: `An animation may have at most ${ANIMATION_MAX_FRAMES} frames and ${ANIMATION_MAX_PIXELS / 1_000_000} megapixels in all of them. Please choose a shorter one.`,
  PHOTO_TOO_SLOW: 'This photo takes too long to prepare. Please choose a simpler one.',
  PHOTO_BROKEN: 'This photo could not be read. Please choose another one.',
} as const;
