import { create } from 'zustand';

/** The person's choice; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

/** Read by `public/theme.js` before the first paint. */
const STORAGE_KEY = 'quad-theme';

function stored(): Theme {
  try {
    const value = localStorage.getItem(STORAGE_KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The colour scheme: stored in this browser, sent to other tabs. */
export const themeStore = create<{ theme: Theme; choose(theme: Theme): void }>((set) => ({
  theme: stored(),
  choose(theme) {
    try {
      if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
      else localStorage.setItem(STORAGE_KEY, theme);
    } catch (error) {
      console.warn('The colour scheme holds for this visit only: storage is closed.', error);
    }
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
