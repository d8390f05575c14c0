import { rejectionsOf } from '../kernel/rejection.ts';
import type { adRejections } from './rejections.ts';

/** A rejection of this noun; its text stands apart. */
export const adRejection = rejectionsOf<typeof adRejections>();
