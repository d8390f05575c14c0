import { rejectionsOf } from '../kernel/rejection.ts';
import type { settingsRejections } from './rejections.ts';

/** A rejection of this noun. Its text stands apart: a page needs it later than the rules of access, which name the code. */
export const settingsRejection = rejectionsOf<typeof settingsRejections>();
