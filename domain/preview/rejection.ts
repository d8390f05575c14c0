import { rejectionsOf } from '../kernel/rejection.ts';
import type { previewRejections } from './rejections.ts';

/** A rejection of this noun. Its text stands apart: a page needs it later than the rules of access, which name the code. */
export const previewRejection = rejectionsOf<typeof previewRejections>();
