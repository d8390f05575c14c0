import { useEffect, useState } from 'react';
import { onServerClock, serverNow } from './serverClock.ts';

const instant = () => new Date(serverNow()).toISOString();

/** The present instant by the server's clock (ISO), kept true while the page is open. @param everyMs milliseconds between two looks */
export function useServerNow(everyMs: number): string {
  const [now, setNow] = useState(instant);
  useEffect(() => {
    const look = () => setNow(instant());
    const timer = setInterval(look, everyMs);
    const leave = onServerClock(look);
    return () => {
      clearInterval(timer);
      leave();
    };
  }, [everyMs]);
  return now;
}
