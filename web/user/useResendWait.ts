import { useEffect, useState } from 'react';
import { CODE_RESEND_SECONDS } from '#domain/user/limits.ts';
import { serverNow } from '../kit/time/serverClock.ts';

/** Seconds until another code may be asked for, counted down (Q15); 0 when it may be now. */
export function useResendWait(requestedAt: string | undefined): number {
  const due = requestedAt === undefined ? 0 : Date.parse(requestedAt) + CODE_RESEND_SECONDS * 1_000;
  return useCountdown(due, CODE_RESEND_SECONDS);
}

/** Seconds until an instant of the server’s (milliseconds since 1970), counted down; at most `most`, also where the clock is wrong. */
export function useCountdown(due: number, most: number): number {
  const [now, setNow] = useState(serverNow);
  const left = Math.min(most, Math.max(0, Math.ceil((due - now) / 1_000)));
  useEffect(() => {
    setNow(serverNow());
    if (due <= serverNow()) return;
    const timer = setInterval(() => {
      setNow(serverNow());
      if (serverNow() >= due) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [due]);
  return left;
}
