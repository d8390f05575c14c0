/** Moves the focus to the next or previous card of the page's list. */
export function stepThroughArticles(step: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('#main article[aria-posinset]')];
  const current = document.activeElement?.closest<HTMLElement>('article');
  const index = current == null ? -1 : cards.indexOf(current);
  const next = index === -1 ? cards.find((card) => card.getBoundingClientRect().top >= 0) : cards[index + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'center' });
}

/** Presses the button with this `shortcut` on the card that has the focus, else on the opened one. */
export function pressOnArticle(shortcut: string): void {
  const card = document.activeElement?.closest('article') ?? document.querySelector('#main article[data-opened]');
  card?.querySelector<HTMLButtonElement>(`button[data-shortcut="${shortcut}"]`)?.click();
}
