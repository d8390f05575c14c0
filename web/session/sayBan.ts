import { RequestRefused } from '../sync/transport/http.ts';
import { sessionStore } from './session.ts';

const BANNED = 'ACCOUNT_BANNED';

/** Says over the page, with the reason, that a ban is why nobody gets in (Q82); any other error is left alone. */
export function sayBan(error: unknown): void {
  if (!(error instanceof RequestRefused) || error.refusal.code !== BANNED) return;
  sayBanFor(error.refusal.data.reason);
}

/** The same for who comes back from a page of somebody else: all that came along is the reason. */
export function sayBanFor(reason: unknown): void {
  sessionStore.setState({ ended: { code: BANNED, data: reason == null ? {} : { reason: String(reason) } } });
}
