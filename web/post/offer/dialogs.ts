import { dialog } from '../../kit/dialog/dialogStore.ts';

/** Chooses a category. */
export const categoryDialog = dialog<{
  readonly value: string;
  readonly onChoose: (category: string) => void;
}>('choose a category');
