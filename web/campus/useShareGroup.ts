import { useCallback } from 'react';
import { showAlert } from '../kit/alertStore.ts';
import { shareAddress, site } from '../session/site.ts';

/** Shares the campus's address by what the device offers, else copies it (SHEL-04, CAMP-14). */
export function useShareGroup(): () => void {
  return useCallback(() => {
    void share(shareAddress(site, '/home'));
  }, []);
}

async function share(url: string): Promise<void> {
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title: `${site.name} Buy / Sell`, url });
    await navigator.clipboard.writeText(url);
    showAlert('okay', 'Copied to clipboard');
  } catch (error) {
    // The person has closed the device's own window for sharing.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    showAlert('danger', 'Something went wrong');
  }
}
