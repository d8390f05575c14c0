import { rejectionsOf } from '../kernel/rejection.ts';
import type { feedbackRejections } from './rejections.ts';

/** A rejection of this noun. Its text stands apart: a page needs it later than the rules of access, which name the code. */
export const feedbackRejection = rejectionsOf<typeof feedbackRejections>();
