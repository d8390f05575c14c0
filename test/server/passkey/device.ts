import { type Authenticator, createAuthenticator, type Lies } from '#test/doubles/passkeys/authenticator.ts';
import type { Answer, Browser } from '../support/browser.ts';
import { PASSWORD } from '../support/student.ts';

/** A browser with a device that holds passkeys. */
export interface Device extends Authenticator {
  /** Adds a passkey of the signed-in account; the answers of both steps, the second is `null` if there was none. */
  add(
    browser: Browser,
    add?: { readonly name?: string; readonly current?: string; readonly lies?: Lies },
  ): Promise<Answer>;
  /** Signs in with the device's newest passkey. */
  signIn(
    browser: Browser,
    lies?: Lies,
    more?: { readonly next?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Answer>;
}

/** The origin of the browser's pages. */
export const originAt = (port: number, host = 'ou.localhost') => `http://${host}:${port}`;

/** Makes a device. @param origin of the pages in its browser */
export function openDevice(origin: string, countsFrom: number | null = 0): Device {
  const authenticator = createAuthenticator(countsFrom);
  return {
    ...authenticator,
    async add(browser, { name = '', current = PASSWORD, lies } = {}) {
      const begun = await browser.ask('POST', '/api/passkeys/new', { body: { current } });
      if (begun.status !== 200) return begun;
      const answer = authenticator.create(begun.json.options, origin, lies);
      if (answer === null) throw new Error('The device holds a passkey of the account already.');
      return browser.ask('POST', '/api/passkeys', { body: { answer, name } });
    },
    async signIn(browser, lies, { next, headers } = {}) {
      const { json } = await browser.ask('POST', '/api/passkeys/challenge');
      const answer = authenticator.get(json.options, origin, lies);
      const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`;
      const more = headers === undefined ? {} : { headers };
      return browser.ask('POST', `/api/passkeys/session${query}`, { body: answer, ...more });
    },
  };
}
