// Runs before the first paint, so that a dark page never flashes white (D26). `web/kit/theme.ts` writes the value.
(() => {
  // Grey cards stand in for the feed until its code is there (`web/kit/opening.css`).
  if (['/', '/home'].includes(location.pathname)) document.documentElement.dataset.opening = 'feed';
  // Says the time zone with every request: a site that is for one country compares it (GUARD-07).
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '');
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and requests follow at once
    document.cookie = `quad_tz=${zone}; Path=/; Max-Age=31536000; SameSite=Lax`;
    const theme = localStorage.getItem('quad-theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is closed to us: the system's own scheme holds.
    delete document.documentElement.dataset.theme;
  }
})();
