import {
  ANIMATION_MAX_FRAMES,
  ANIMATION_MAX_PIXELS,
  PHOTO_MAX_BYTES,
  PHOTO_MAX_PIXELS,
  VIDEO_MAX_BYTES,
} from './limits.ts';
import { conflict, forbidden, invalid, tooLarge, unauthenticated, unsupported } from './rejection.ts';

/** Refusals that belong to no single noun. Placeholders in braces are filled from the rejection's data. */
export const kernelRejections = {
  SOMETHING_WENT_WRONG: invalid('Something went wrong'),
  /** The command id was used before, with other content (P2). */
  COMMAND_ID_REUSED: conflict('This action was already sent with other content. Please reload the page and try again.'),
  /** The stream has reached STREAM_MAX_EVENTS. */
  STREAM_FULL: conflict('This has been changed too often. It can no longer be changed.'),
  SIGNED_OUT: unauthenticated('Please log in first.'),
  EMAIL_NOT_CONFIRMED: forbidden('Please confirm your email address first.'),
  /** Only our own edges, reactors or moderators may do this. */
  NOT_ALLOWED: forbidden('You are not allowed to do that.'),
  FILE_MISSING: invalid('A photo did not arrive. Please remove it and add it again.'),
  FILE_TWICE: invalid('The same photo was added twice. Please remove one of them.'),
  PHOTO_TYPE: unsupported('Only photos are allowed!'),
  /** POST-06: where videos are taken as well. */
  MEDIA_TYPE: unsupported('Only photos & videos are allowed!'),
  PHOTO_TOO_LARGE: tooLarge(
    `A photo may have at most ${PHOTO_MAX_BYTES / 1024 / 1024} MB. Please choose a smaller one.`,
  ),
  PHOTO_TOO_MANY_PIXELS: invalid(
    `A photo may have at most ${PHOTO_MAX_PIXELS / 1_000_000} megapixels. Please choose a smaller one.`,
  ),
  ANIMATION_TOO_LARGE: invalid(
    `An animation may have at most ${ANIMATION_MAX_FRAMES} frames and ${ANIMATION_MAX_PIXELS / 1_000_000} megapixels in all of them. Please choose a shorter one.`,
  ),
  PHOTO_TOO_SLOW: invalid('This photo takes too long to prepare. Please choose a simpler one.'),
  PHOTO_BROKEN: invalid('This photo could not be read. Please choose another one.'),
  VIDEO_TOO_LARGE: tooLarge(
    `A video may have at most ${VIDEO_MAX_BYTES / 1024 / 1024} MB. Please choose a smaller one.`,
  ),
  VIDEO_BROKEN: invalid('This video could not be read. Please choose another one.'),
};
