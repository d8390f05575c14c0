import { dialog } from '../kit/dialog/dialogStore.ts';

/** The list of keys. */
export const keysDialog = dialog('keys');
