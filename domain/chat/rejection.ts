import { rejectionsOf } from '../kernel/rejection.ts';
import type { chatRejections } from './rejections.ts';

/** A rejection of this noun, by its code; the texts stand apart. */
export const chatRejection = rejectionsOf<typeof chatRejections>();
