import { useEffect, useRef } from 'react';
import { CODE_RESEND_SECONDS } from '#domain/user/limits.ts';
import type { Account } from '#projections/user/collections.ts';
import { showAlert } from '../kit/alertStore.ts';
import { serverNow } from '../kit/time/serverClock.ts';
import { SOMETHING_WENT_WRONG } from '../sync/showRefusal.ts';

/** Codes whose outcome has been shown; a code's is shown once, on any page. */
const shown = new Set<string>();

/** A code that was asked for so recently is news also where its mail was quicker than the page. */
function isRecent(code: { readonly requestedAt: string }): boolean {
  return Math.abs(serverNow() - Date.parse(code.requestedAt)) < CODE_RESEND_SECONDS * 1_000;
}

/**
 * Shows the outcome of a mailed code while the page is open (VERF-08). `state` goes from requested to sent or failed;
 * an outcome from before the page was opened is not shown.
 */
export function useCodeNews(code: Account['emailCode'] | undefined): void {
  const seen = useRef(new Set<string>());
  useEffect(() => {
    if (code == null) return;
    if (code.state === 'requested') return void seen.current.add(code.codeId);
    if (shown.has(code.codeId) || !(seen.current.has(code.codeId) || isRecent(code))) return;
    shown.add(code.codeId);
    if (code.state === 'sent') showAlert('okay', 'Email sent');
    else showAlert('danger', SOMETHING_WENT_WRONG);
  }, [code]);
}
