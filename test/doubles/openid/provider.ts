import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { interactionPolicy, type JWKS } from 'oidc-provider';

/** A Google account of the double; its id is its key. */
export interface OpenIdAccount {
  readonly name?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  /** The organisation whose mailbox it is. */
  readonly hd?: string;
}

/** A real OpenID provider on this machine, in the place of Google. */
export interface OpenIdProvider {
  readonly config: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
  /** Accounts by id. Tests add theirs. */
  readonly accounts: Map<string, OpenIdAccount>;
  close(): Promise<void>;
}

const CLIENT = { id: 'quad-test', secret: 'a-secret-of-tests' };

/**
 * Starts the provider. Its page has a button for each account, which signs in at once, one that cancels, and one that says
 * that nobody could be signed in. It leads back to each host of this machine, and consent is given already.
 */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const accounts = new Map<string, OpenIdAccount>();
  let provider: Provider | null = null;
  const server = createServer((request, response) => {
    if (provider === null) return void response.writeHead(503).end();
    const uid = /^\/choose\/([\w-]+)/.exec(request.url ?? '')?.[1];
    if (uid === undefined) return void provider.callback()(request, response);
    choose(provider, accounts, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = makeProvider(issuer, accounts);
  return {
    config: { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret },
    accounts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function makeProvider(issuer: string, accounts: OpenIdProvider['accounts']): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  // Google has it: people choose among their accounts.
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ['http://localhost/api/google/callback'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] } as JWKS,
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'], profile: ['name'] },
    // As Google does: the ID token has all claims.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_ctx, { uid }) => `/choose/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...accounts.get(id) }) }),
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  // Tests choose the ports of their servers after this one runs.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    /^http:\/\/([\w-]+\.)?localhost:\d+\/api\/google\/callback$/.test(uri);
  return provider;
}

/** The page with the accounts, and the answer to a press. */
async function choose(
  provider: Provider,
  accounts: OpenIdProvider['accounts'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const as = searchParams.get('as');
  const error = searchParams.get('error');
  if (as !== null || error !== null) {
    const result = as === null ? { error: error ?? '' } : { login: { accountId: as }, select_account: {} };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  const buttons = [
    ...[...accounts].map(([id, { name }]) => `<p><a href="${pathname}?as=${id}">${name ?? id}</a>`),
    `<p><a href="${pathname}?error=access_denied">Cancel</a>`,
  ];
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><title>Sign in</title><h1>Choose an account</h1>${buttons.join('')}`);
}
