// Runs before the first paint, so that a dark page never flashes white (D26). `web/kit/theme.ts` writes the value.
(() => {
  // Grey cards stand in for the feed until its code is there (`web/kit/opening.css`).
  if (['/', '/home'].includes(location.pathname)) document.documentElement.dataset.opening = 'feed';
  try {
    const theme = localStorage.getItem('quad-theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is closed to us: the system's own scheme holds.
    delete document.documentElement.dataset.theme;
  }
})();
