import { conflict, invalid, notFound } from '../kernel/rejection.ts';

/** Refusals about preview cards. */
export const previewRejections = {
  PREVIEW_UNKNOWN: notFound('This post has no preview.'),
  /** To reactors only. */
  PREVIEW_OUTDATED: conflict('The post has another link by now, or its author wants no preview of it.'),
  PREVIEW_STANDS: invalid('The link of this preview is still in the post.'),
};
