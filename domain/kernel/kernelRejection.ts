import { rejectionsOf } from './rejection.ts';
import type { kernelRejections } from './rejections.ts';

/** A rejection that belongs to no single noun; its text stands apart, as those of the nouns do. */
export const kernelRejection = rejectionsOf<typeof kernelRejections>();
