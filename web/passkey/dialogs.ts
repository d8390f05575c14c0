import { dialog } from '../kit/dialog/dialogStore.ts';

/** A passkey as the dialogs name it. */
export interface NamedPasskey {
  readonly id: string;
  readonly name: string;
}

/** Makes a passkey on this device. */
export const addPasskeyDialog = dialog('add passkey');
export const renamePasskeyDialog = dialog<NamedPasskey>('rename passkey');
export const removePasskeyDialog = dialog<NamedPasskey>('remove passkey');
