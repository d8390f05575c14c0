import { showAlert } from '../kit/alertStore.ts';

/** Milliseconds that the offer stays: as long as a tab does. */
const OFFER_MS = 24 * 3_600_000;

let isOffered = false;

/**
 * Says once that the site is of a newer release than this page, which gets no news any more. The person chooses the
 * moment; what is being written and what waits to be sent is kept over the reload (D11, D12).
 */
export function offerReload(): void {
  if (isOffered) return;
  isOffered = true;
  showAlert('black', 'A new version of this site is ready. Please reload the page.', {
    duration: OFFER_MS,
    action: { label: 'Reload', onPress: () => location.reload() },
  });
}
