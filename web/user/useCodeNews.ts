import { useEffect, useRef } from 'react';
import type { Account } from '#projections/person/collections.ts';
import { showAlert } from '../ui/alertStore.ts';
import { SOMETHING_WENT_WRONG } from '../ui/showRefusal.ts';

/**
 * Says what became of a mailed code while the page is open (VERF-08). `state` goes from requested to sent or
 * failed; what had ended before the page was opened is no news.
 */
export function useCodeNews(code: Account['emailCode'] | undefined): void {
  const before = useRef(code);
  useEffect(() => {
    const last = before.current;
    before.current = code;
    if (code == null || code.state === 'requested') return;
    if (last?.codeId === code.codeId && last.state === code.state) return;
    if (last === undefined) return;
    if (code.state === 'sent') showAlert('okay', 'Email sent');
    else showAlert('danger', SOMETHING_WENT_WRONG);
  }, [code]);
}
