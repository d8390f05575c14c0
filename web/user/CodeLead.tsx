import type { Account } from '#projections/user/collections.ts';

/** Where a code was sent, or that it could not be sent (VERF-01, VERF-08). */
export function CodeLead({ code, email }: { readonly code: Account['emailCode'] | undefined; readonly email: string }) {
  const address = <strong>{email}</strong>;
  if (code?.state === 'failed') return <>We could not send a code to {address}.</>;
  return <>We sent a code to {address}. It is valid for 2 hours.</>;
}

/** Start of the wait for another code (Q15); a code that could not be sent causes no wait. */
export function waitsSince(code: Account['emailCode'] | undefined): string | undefined {
  return code == null || code.state === 'failed' ? undefined : code.requestedAt;
}
