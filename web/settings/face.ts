/** Exports of the settings for other nouns. */
export { ACCOUNT_PATH, SettingsForm } from './SettingsForm.tsx';
export { SettingsHeader } from './SettingsHeader.tsx';
