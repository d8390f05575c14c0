import { dialog } from '../../kit/dialog/dialogStore.ts';
import type { OutboxEntry } from '../../sync/outbox/entry.ts';

/** Opens a refused comment or edit of the outbox again. */
export const takeBackDialog = dialog<{ readonly entry: OutboxEntry }>('take back');
