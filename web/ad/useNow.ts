import { useEffect, useState } from 'react';

/** Milliseconds between two looks at the clock: times and amounts of ads change by the minute. */
const TICK_MS = 10_000;

/** The present instant, kept true while the page is open. */
export function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
