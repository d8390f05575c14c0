import { address, defineSetting, matching } from './setting.ts';

/** Google as an OpenID provider. */
const GOOGLE_ISSUER = 'https://accounts.google.com';

/** The way in by Google. */
export interface GooglePart {
  /** OpenID Connect client; `null`: its button is not shown. */
  readonly google: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | null;
}

/** An operator's variables of signing in with Google. */
export const googleSetting = defineSetting({
  variables: {
    GOOGLE_CLIENT_ID: { schema: matching(/^\S+$/), takes: 'the id of an OAuth client of Google' },
    GOOGLE_CLIENT_SECRET: { schema: matching(/^\S+$/), takes: 'the secret of that client', secret: true },
    GOOGLE_ISSUER: { schema: address('http:', 'https:'), takes: `an address such as ${GOOGLE_ISSUER}` },
  },
  table: [
    {
      names: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
      default: '–',
      says: 'OAuth client for signing in with Google; without both, its button is not shown',
    },
    {
      names: ['GOOGLE_ISSUER'],
      default: `\`${GOOGLE_ISSUER}\``,
      says: 'another OpenID provider in the place of Google',
    },
  ],
  together: {
    names: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    why: 'signing in with Google needs an id and its secret',
  },
  refuseProduction: ({ GOOGLE_ISSUER: issuer = '' }) =>
    issuer.startsWith('http:') ? ['GOOGLE_ISSUER is without TLS: that is for development only.'] : [],
  read({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer = GOOGLE_ISSUER }) {
    const google = clientId === undefined || clientSecret === undefined ? null : { issuer, clientId, clientSecret };
    return { google } satisfies GooglePart as GooglePart;
  },
});
