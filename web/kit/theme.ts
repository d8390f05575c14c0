import { create } from 'zustand';
import { deviceStorage } from './storage/textStorage.ts';

/** The person's choice; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

/** Read by `public/theme.js` before the first paint. */
const STORAGE_KEY = 'quad-theme';

function stored(): Theme {
  const value = deviceStorage.getItem(STORAGE_KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The colour scheme: stored in this browser, sent to other tabs. */
export const themeStore = create<{ theme: Theme; choose(theme: Theme): void }>((set) => ({
  theme: stored(),
  choose(theme) {
    if (theme === 'system') deviceStorage.removeItem(STORAGE_KEY);
    else deviceStorage.setItem(STORAGE_KEY, theme);
    apply(theme);
    set({ theme });
  },
}));

/** Follows a switch made in another tab. */
export function followThemeOfOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key !== STORAGE_KEY) return;
    apply(stored());
    themeStore.setState({ theme: stored() });
  });
}
