import { ACCESS_TOKEN_MS, SESSION_MS } from './limits.ts';

/** Cookie of the short-lived access token. */
export const ACCESS_COOKIE = 'quad_access';
/** Cookie of the session's secret. */
export const REFRESH_COOKIE = 'quad_refresh';

/** The two cookies as a request brings them. */
export interface SessionCookies {
  readonly access: string | null;
  readonly refresh: string | null;
}

/** Reads our cookies from a `Cookie` header; of several of one name the first counts. */
export function readCookies(header: string | undefined): SessionCookies {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const find = (name: string) => pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || null;
  return { access: find(ACCESS_COOKIE), refresh: find(REFRESH_COOKIE) };
}

/** `Set-Cookie` values of a signed-in browser. `secure` is off in development only, where there is no HTTPS. */
export function signedInCookies(access: string, refresh: string, secure: boolean): readonly string[] {
  return [
    setCookie(ACCESS_COOKIE, access, ACCESS_TOKEN_MS, secure),
    setCookie(REFRESH_COOKIE, refresh, SESSION_MS, secure),
  ];
}

/** `Set-Cookie` values that sign a browser out. */
export function signedOutCookies(secure: boolean): readonly string[] {
  return [setCookie(ACCESS_COOKIE, '', 0, secure), setCookie(REFRESH_COOKIE, '', 0, secure)];
}

function setCookie(name: string, value: string, lifeMs: number, secure: boolean): string {
  const base = `${name}=${value}; Path=/; Max-Age=${Math.floor(lifeMs / 1_000)}; HttpOnly; SameSite=Lax`;
  return secure ? `${base}; Secure` : base;
}
