/** A browser's way through the provider's pages, by plain requests. */

/**
 * Opens the provider's page for somebody and comes back.
 *
 * @param url where the site has sent the browser
 * @param answer an account's id, or the error that the provider is to send back
 * @returns the address to which the provider leads back
 */
export async function visitProvider(
  url: string,
  answer: { readonly as: string } | { readonly error: string },
): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  for (;;) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    await response.body?.cancel();
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The provider answered ${response.status} at ${next.pathname}.`);
    const target = new URL(location, next);
    if (target.pathname === '/api/google/callback') return target;
    if (target.pathname.startsWith('/choose/')) {
      const [[name, value] = ['', '']] = Object.entries(answer);
      target.searchParams.set(name, value);
    }
    next = target;
  }
}
