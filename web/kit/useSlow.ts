import { useEffect, useState } from 'react';

/** Milliseconds after which waiting gets a word and a Retry (Q43). */
const SLOW_MS = 3_000;

/** Whether something has been waited for too long. @param patienceMs milliseconds, the same at each call */
export function useSlow(waiting: boolean, patienceMs = SLOW_MS): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), patienceMs);
    return () => clearTimeout(timer);
  }, [waiting, patienceMs]);
  return slow;
}
