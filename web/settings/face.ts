/** Exports of the settings for other nouns. */
export { OwnList, OwnRow, SettingsBody, SettingsNote } from './OwnList.tsx';
export { ACCOUNT_PATH, SettingsForm } from './SettingsForm.tsx';
export { SettingsHeader } from './SettingsHeader.tsx';
