const STORAGE_KEY = 'quad-keys';

/** Holds for this page where storage is closed. */
let choice = true;

/**
 * Whether single keys do something. Speech input and unsteady hands press them by mistake, so they can be turned off
 * (WCAG 2.1.4). Read at each press, so that a choice in another tab counts.
 */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off' && choice;
  } catch {
    return choice;
  }
}

/** Turns single keys on or off in this browser. */
export function turnSingleKeys(isOn: boolean): void {
  choice = true;
  try {
    if (isOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'off');
  } catch (error) {
    choice = isOn;
    console.warn('The choice about shortcuts holds for this visit only: storage is closed.', error);
  }
}
