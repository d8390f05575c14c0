/** Those who wait for the site: a browser says only that there is a network, and behind a captive portal there always is. */
const followers = new Set<() => void>();

/** Calls back when the site is there again. @returns ends that */
export function followSiteBack(listener: () => void): () => void {
  followers.add(listener);
  return () => void followers.delete(listener);
}

/** The site is there (again). */
export function reportSiteBack(): void {
  for (const listener of [...followers]) listener();
}
