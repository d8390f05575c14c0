import { useEffect, useState } from 'react';

/** Milliseconds after which waiting gets a word and a Retry (Q43). */
const SLOW_MS = 3_000;

/** Whether something has been waited for too long. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return slow;
}
