import { deviceStorage } from '../storage/textStorage.ts';

const STORAGE_KEY = 'quad-keys';

/**
 * Whether single keys do something. Speech input and unsteady hands press them by mistake, so they can be turned off
 * (WCAG 2.1.4). Read at each press, so that a choice in another tab counts.
 */
export function areSingleKeysOn(): boolean {
  return deviceStorage.getItem(STORAGE_KEY) !== 'off';
}

/** Turns single keys on or off in this browser. */
export function turnSingleKeys(isOn: boolean): void {
  if (isOn) deviceStorage.removeItem(STORAGE_KEY);
  else deviceStorage.setItem(STORAGE_KEY, 'off');
}
