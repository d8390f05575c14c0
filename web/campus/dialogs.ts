import { dialog } from '../kit/dialog/dialogStore.ts';

/** A school that was picked (SRCH-21). */
export const schoolDialog = dialog<{ readonly campus: string }>('a school');
