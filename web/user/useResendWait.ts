import { useEffect, useState } from 'react';
import { CODE_RESEND_SECONDS } from '#domain/user/limits.ts';

/** Seconds until another code may be asked for, counted down (Q15); 0 when it may be now. */
export function useResendWait(requestedAt: string | undefined): number {
  const due = requestedAt === undefined ? 0 : Date.parse(requestedAt) + CODE_RESEND_SECONDS * 1_000;
  return useCountdown(due, CODE_RESEND_SECONDS);
}

/** Seconds until an instant (milliseconds since the epoch), counted down; at most `most`, also where the clock is wrong. */
export function useCountdown(due: number, most: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.min(most, Math.max(0, Math.ceil((due - now) / 1_000)));
  useEffect(() => {
    setNow(Date.now());
    if (due <= Date.now()) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= due) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [due]);
  return left;
}
