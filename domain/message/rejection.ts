import { rejectionsOf } from '../kernel/rejection.ts';
import type { messageRejections } from './rejections.ts';

/** A rejection of this noun, by its code; the texts stand apart. */
export const messageRejection = rejectionsOf<typeof messageRejections>();
