// Runs before the first paint, so that a dark page never flashes white (D26). `web/ui/theme.ts` writes the value.
(() => {
  try {
    const theme = localStorage.getItem('quad-theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is closed to us: the system's own scheme holds.
    delete document.documentElement.dataset.theme;
  }
})();
