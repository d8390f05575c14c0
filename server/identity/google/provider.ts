import type { Configuration } from 'openid-client';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { GOOGLE_REQUEST_SECONDS } from './limits.ts';

/** The library is loaded when the first person signs in with Google: a server without it needs no room for it. */
type Library = typeof import('openid-client');

/** Our registration at the provider. */
export interface GoogleConfig {
  /** Address of the provider: Google's, or another one's. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A person as Google's ID token names one, after all checks of it. */
export interface GoogleAccount {
  /** Never changes and is never given to another account (`sub`). */
  readonly id: string;
  /** `null`: Google named none, or cannot say whose it is now. */
  readonly email: string | null;
  /** Display name; may be empty. */
  readonly name: string;
}

/** Secrets of one way to Google and back; only the browser that goes it has them. */
export interface GoogleSecrets {
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636). */
  readonly verifier: string;
}

/** Codes of refusals (AUTH-19). */
export type GoogleProblem =
  | 'GOOGLE_FAILED'
  | 'GOOGLE_CANCELLED'
  | 'GOOGLE_INVALID'
  | 'GOOGLE_PASSWORD'
  | 'GOOGLE_UNKNOWN';

/** Google did not say who it is. `cause` is for the log. */
export class GoogleRefused extends Error {
  readonly code: GoogleProblem;
  constructor(code: GoogleProblem, cause: unknown) {
    super(code, { cause });
    this.name = 'GoogleRefused';
    this.code = code;
  }
}

/** The OpenID provider: Google, or another one in tests and development. */
export interface GoogleProvider {
  /** The address of Google's page, which leads back to `redirectUri`. @throws Unavailable it cannot be reached */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly secrets: GoogleSecrets }>;
  /**
   * Reads what Google answered.
   *
   * @param callback the whole address to which Google led back
   * @throws GoogleRefused
   * @throws Unavailable Google cannot be reached
   */
  finish(callback: URL, secrets: GoogleSecrets): Promise<GoogleAccount>;
}

/** Makes the client of the provider, by OpenID Connect with code, PKCE, state and nonce. It is discovered on first use. */
export function createGoogleProvider(config: GoogleConfig): GoogleProvider {
  let known: Promise<{ readonly library: Library; readonly configuration: Configuration }> | null = null;

  async function discover() {
    const library = await import('openid-client');
    const issuer = new URL(config.issuer);
    // Without TLS in tests and development only: `readConfig` refuses it in production.
    const execute = issuer.protocol === 'http:' ? [library.allowInsecureRequests] : [];
    const options = { execute, timeout: GOOGLE_REQUEST_SECONDS };
    const configuration = await library.discovery(issuer, config.clientId, config.clientSecret, undefined, options);
    return { library, configuration };
  }
  function ready() {
    known ??= discover().catch((error: unknown) => {
      known = null;
      throw new Unavailable(`The OpenID provider ${config.issuer} cannot be reached.`, { cause: error });
    });
    return known;
  }

  return {
    async begin(redirectUri) {
      const { library, configuration } = await ready();
      const secrets = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        verifier: library.randomPKCECodeVerifier(),
      };
      const url = library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      });
      return { url: url.href, secrets };
    },
    async finish(callback, { state, nonce, verifier }) {
      const { library, configuration } = await ready();
      try {
        const tokens = await library.authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return accountOf(tokens.claims());
      } catch (error) {
        throw problemOf(error, library);
      }
    },
  };
}

/** The domain of Google's own mailboxes. */
const GMAIL = '@gmail.com';

/**
 * The claims of an ID token. Only an address counts of which Google is the authority: one of its own mailboxes, or one of an
 * organisation whose mailboxes it holds (`hd`). Any other was confirmed once, when the Google account got it, and may belong
 * to somebody else by now: schools give a mailbox to the next person.
 * Source: https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
function accountOf(claims: Readonly<Record<string, unknown>> | undefined): GoogleAccount {
  const { sub, email, email_verified: isConfirmed, hd: organisation, name } = claims ?? {};
  if (typeof sub !== 'string') throw new GoogleRefused('GOOGLE_INVALID', new Error('The ID token names nobody.'));
  const isCurrent =
    typeof email === 'string' &&
    isConfirmed === true &&
    (typeof organisation === 'string' || email.toLowerCase().endsWith(GMAIL));
  return {
    id: sub,
    email: isCurrent ? email : null,
    name: typeof name === 'string' ? name : '',
  };
}

/** Errors that Google sends back with the person (RFC 6749 §4.1.2.1, OpenID Connect Core 1.0 §3.1.2.6). */
const ANSWERS: Readonly<Record<string, GoogleProblem>> = {
  access_denied: 'GOOGLE_CANCELLED',
  account_selection_required: 'GOOGLE_CANCELLED',
  consent_required: 'GOOGLE_CANCELLED',
  interaction_required: 'GOOGLE_CANCELLED',
  login_required: 'GOOGLE_PASSWORD',
  server_error: 'GOOGLE_FAILED',
  temporarily_unavailable: 'GOOGLE_FAILED',
};

function problemOf(error: unknown, { AuthorizationResponseError, ResponseBodyError, ClientError }: Library): Error {
  if (error instanceof GoogleRefused) return error;
  if (error instanceof AuthorizationResponseError) {
    return new GoogleRefused(ANSWERS[error.error] ?? 'GOOGLE_UNKNOWN', error);
  }
  // The code was used, is too old, or is not for us. Any other refusal is about our own id and secret.
  if (error instanceof ResponseBodyError) {
    return new GoogleRefused(error.error === 'invalid_grant' ? 'GOOGLE_INVALID' : 'GOOGLE_FAILED', error);
  }
  const isUnreachable = error instanceof TypeError || (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT');
  if (isUnreachable) return new Unavailable('Google does not answer.', { cause: error });
  return new GoogleRefused(error instanceof ClientError ? 'GOOGLE_INVALID' : 'GOOGLE_UNKNOWN', error);
}
