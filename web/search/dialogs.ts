import { dialog } from '../kit/dialog/dialogStore.ts';

/** Asks before all recent searches are cleared. */
export const clearSearchesDialog = dialog('clear recent searches');
