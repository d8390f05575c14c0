import { ACCESS_TOKEN_MS, SESSION_MS } from './limits.ts';

/** The two cookies of a request. */
export interface SessionCookies {
  /** Short-lived access token. */
  readonly access: string | null;
  /** Refresh token, which is exchanged at every use. */
  readonly refresh: string | null;
}

/**
 * Names of the cookies. Over HTTPS they begin with `__Host-`: a browser accepts such a cookie from this host only, so
 * that no other site of the same domain can replace it.
 *
 * @param secure off in development only, where there is no HTTPS
 */
export function cookieNames(secure: boolean): { readonly access: string; readonly refresh: string } {
  const prefix = secure ? '__Host-' : '';
  return { access: `${prefix}quad_access`, refresh: `${prefix}quad_refresh` };
}

/** Reads our cookies from a `Cookie` header; of several of one name the first counts. */
export function readCookies(header: string | undefined, secure: boolean): SessionCookies {
  const names = cookieNames(secure);
  return { access: readCookie(header, names.access), refresh: readCookie(header, names.refresh) };
}

/** A cookie of a `Cookie` header; `null`: there is none, or it is empty. */
export function readCookie(header: string | undefined, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || null;
}

/** `Set-Cookie` values of a signed-in browser. */
export function signedInCookies(access: string, refresh: string, secure: boolean): readonly string[] {
  const names = cookieNames(secure);
  return [
    setCookie(names.access, access, ACCESS_TOKEN_MS, secure),
    setCookie(names.refresh, refresh, SESSION_MS, secure),
  ];
}

/** Name of the cookie that holds the proof of a fresh sign-in (`freshSignIn.ts`). */
export function freshCookieName(secure: boolean): string {
  return `${secure ? '__Host-' : ''}quad_fresh`;
}

/** `Set-Cookie` values that sign a browser out. */
export function signedOutCookies(secure: boolean): readonly string[] {
  const names = cookieNames(secure);
  return [setCookie(names.access, '', 0, secure), setCookie(names.refresh, '', 0, secure)];
}

/** A `Set-Cookie` value that no script can read; a life of 0 deletes the cookie. */
export function setCookie(name: string, value: string, lifeMs: number, secure: boolean): string {
  const base = `${name}=${value}; Path=/; Max-Age=${Math.floor(lifeMs / 1_000)}; HttpOnly; SameSite=Lax`;
  return secure ? `${base}; Secure` : base;
}
