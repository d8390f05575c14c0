import { describe, expect, it } from '@jest/globals';
import { ConfigInvalid, readConfig } from '#server/config.ts';
import { parseKurrentUrl } from '#server/engines/kurrent/connection.ts';
import { SOCKETS_PER_ADDRESS } from '#server/hub/limits.ts';

function problemsOf(environment: Record<string, string>, flags: readonly string[] = []): string {
  try {
    readConfig(environment, flags);
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.message;
    throw error;
  }
  return '';
}

describe('configuration', () => {
  it('has defaults for a development machine', () => {
    expect(readConfig({}, [])).toEqual({
      roles: ['api', 'hub', 'projector', 'worker'],
      eventStoreUrl: null,
      mongoUrl: null,
      typesense: null,
      google: null,
      geo: null,
      linkPreviews: true,
      environment: 'development',
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      clientDir: './dist',
      publicUrl: null,
      smtpUrl: null,
      stripe: null,
      smtpTls: 'required',
      mailFrom: 'Quad <no-reply@quad.example>',
      logLevel: 'warn',
      trustedProxies: 0,
      socketsPerAddress: 1_000,
      metricsToken: null,
      seedDemo: true,
      lan: false,
    });
  });

  it('reads pages of other sites for previews unless it is said that it must not', () => {
    expect(readConfig({ LINK_PREVIEWS: 'off' }, []).linkPreviews).toBe(false);
    expect(readConfig({ LINK_PREVIEWS: 'on' }, []).linkPreviews).toBe(true);
    expect(() => readConfig({ LINK_PREVIEWS: 'no' }, [])).toThrow('LINK_PREVIEWS');
  });

  it('[GUARD-08] asks where people are in production, of the United States unless other countries are named; the override ends it', () => {
    const production = {
      QUAD_ENV: 'production',
      SMTP_URL: 'smtp://mail.example',
      PUBLIC_URL: 'https://quad.example',
      TRUSTED_PROXIES: '1',
    };
    const lookupUrl = 'https://geo.example/ipgeo?apiKey=1';
    const geoOf = (environment: Record<string, string>) =>
      readConfig({ GEO_LOOKUP_URL: lookupUrl, ...environment }, []).geo;
    expect(geoOf(production)).toEqual({ lookupUrl, countries: ['US'] });
    expect(geoOf({ ...production, GEO_COUNTRIES: 'US,CA' })).toEqual({ lookupUrl, countries: ['US', 'CA'] });
    expect(geoOf({ ...production, GEO_OVERRIDE: 'off' })).toEqual({ lookupUrl, countries: ['US'] });
    expect(geoOf({ ...production, GEO_OVERRIDE: 'on' })).toBeNull();
    // The addresses of a development machine are nowhere: there it is asked for.
    expect(geoOf({})).toBeNull();
    expect(geoOf({ GEO_OVERRIDE: 'off' })).toEqual({ lookupUrl, countries: ['US'] });
    expect(() => readConfig({ GEO_OVERRIDE: 'yes' }, [])).toThrow('GEO_OVERRIDE');
  });

  it('takes another number of sockets for an address', () => {
    expect(readConfig({}, []).socketsPerAddress).toBe(SOCKETS_PER_ADDRESS);
    expect(readConfig({ SOCKETS_PER_ADDRESS: '7' }, []).socketsPerAddress).toBe(7);
  });

  it('takes an empty variable for one that is not set, and ignores what it does not know', () => {
    expect(readConfig({ PORT: ' ', HOME: '/root' }, []).port).toBe(3000);
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['HOST', 'a b'],
    ['QUAD_ENV', 'prod'],
    ['NODE_ENV', 'staging'],
    ['PUBLIC_URL', 'quad.example'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['SMTP_TLS', 'no'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
    ['LOG_LEVEL', 'loud'],
    ['TRUSTED_PROXIES', 'all'],
    ['SOCKETS_PER_ADDRESS', '-5'],
    ['SOCKETS_PER_ADDRESS', '0'],
    ['ROLES', 'api,web'],
    ['ROLES', ','],
    ['TYPESENSE_URL', 'search.example:8108'],
  ])('names %s, its value %j and what it takes', (name, value) => {
    const message = problemsOf({ [name]: value });
    expect(message).toContain(`${name} is ${JSON.stringify(value)}`);
    expect(message).toMatch(/: it takes .+\.$/);
  });

  it.each([
    ['SMTP_URL', 'mail.example:secret-password', 'an address such as'],
    ['EVENTSTORE_URL', 'https://admin:secret-password@events.example', 'a connection string such as kurrentdb://'],
    ['MONGO_URL', 'mongodb://quad:secret-password@mongo.example', 'a connection string with a database, such as'],
    ['TYPESENSE_API_KEY', 'secret-password and more', 'the API key'],
  ])('does not repeat a secret in %s', (name, value, takes) => {
    const message = problemsOf({ [name]: value });
    expect(message).toContain(`${name} is not understood: it takes ${takes}`);
    expect(message).not.toContain('secret-password');
  });

  const stores = {
    EVENTSTORE_URL: 'esdb+discover://admin:changeit@one:2113,two:2113?tls=true',
    MONGO_URL: 'mongodb://quad:quad@one:27017,two:27017/quad?replicaSet=rs0',
  };

  it('takes the addresses of engines, of several machines too', () => {
    const typesense = { TYPESENSE_URL: 'http://search.example:8108/', TYPESENSE_API_KEY: 'abc' };
    expect(readConfig({ ...stores, ...typesense }, [])).toMatchObject({
      eventStoreUrl: stores.EVENTSTORE_URL,
      mongoUrl: stores.MONGO_URL,
      typesense: { url: 'http://search.example:8108', apiKey: 'abc' },
    });
  });

  it.each(['esdb', 'kurrentdb', 'kurrent', 'kdb'])('takes every scheme of KurrentDB: %s', (scheme) => {
    const url = `${scheme}://events:2113?tls=false`;
    expect(readConfig({ ...stores, EVENTSTORE_URL: url }, []).eventStoreUrl).toBe(url);
    expect(parseKurrentUrl(url).hosts).toEqual([{ address: 'events', port: 2113 }]);
  });

  it('runs some roles by variable or by flag, the flag first, if the stores can be shared', () => {
    expect(readConfig({ ...stores, ROLES: 'hub, worker' }, []).roles).toEqual(['hub', 'worker']);
    expect(readConfig({ ...stores, ROLES: 'hub' }, ['--role', 'api,projector']).roles).toEqual(['api', 'projector']);
    expect(problemsOf(stores, ['--role', 'web'])).toBe(
      '--role is "web": it takes one or more of api, hub, projector, worker, with commas between them.',
    );
  });

  it('refuses a part of the roles with stores that no other process can use', () => {
    expect(problemsOf({ ROLES: 'api' })).toMatch(/^ROLES is api, but EVENTSTORE_URL and MONGO_URL are not set: /);
    expect(readConfig({}, ['--role', 'worker,projector,hub,api']).roles).toHaveLength(4);
  });

  it('wants the event store and MongoDB together', () => {
    expect(problemsOf({ MONGO_URL: stores.MONGO_URL })).toMatch(/^EVENTSTORE_URL is not set: /);
    expect(problemsOf({ EVENTSTORE_URL: stores.EVENTSTORE_URL })).toMatch(/^MONGO_URL is not set: /);
  });

  it('names a setting with a wrong value as such, not as missing', () => {
    expect(problemsOf({ ...stores, MONGO_URL: 'mongodb://mongo.example' })).toMatch(
      /^MONGO_URL is not understood[^\n]*$/,
    );
  });

  it('says what to do about variables of a former release that parted the read models', () => {
    const before = { ...stores, CAMPUS_SETS: 'east=ut,tamu', PROJECTED_SETS: 'east' };
    const lines = problemsOf(before).split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^CAMPUS_SETS is set, but .* Take it away: .* Then drop the databases of the sets\.$/),
      expect.stringMatching(/^PROJECTED_SETS is set, but /),
    ]);
    // An empty one counts as not set, as everywhere.
    expect(() => readConfig({ ...stores, CAMPUS_SETS: '' }, [])).not.toThrow();
  });

  it('wants address and key of Typesense together', () => {
    expect(problemsOf({ TYPESENSE_URL: 'http://search.example:8108' })).toMatch(/^TYPESENSE_API_KEY is not set/);
    expect(problemsOf({ TYPESENSE_API_KEY: 'abc' })).toMatch(/^TYPESENSE_URL is not set/);
  });

  it('wants id and secret of Google together, and another provider without TLS in development only', () => {
    const client = { GOOGLE_CLIENT_ID: 'quad', GOOGLE_CLIENT_SECRET: 'secret' };
    const google = { issuer: 'https://accounts.google.com', clientId: 'quad', clientSecret: 'secret' };
    expect(readConfig(client, []).google).toEqual(google);
    expect(problemsOf({ GOOGLE_CLIENT_ID: 'quad' })).toMatch(/^GOOGLE_CLIENT_SECRET is not set/);
    expect(problemsOf({ GOOGLE_CLIENT_SECRET: 'secret' })).toMatch(/^GOOGLE_CLIENT_ID is not set/);
    const local = { ...client, GOOGLE_ISSUER: 'http://localhost:4000' };
    expect(readConfig(local, []).google?.issuer).toBe('http://localhost:4000');
    expect(problemsOf({ ...local, QUAD_ENV: 'production' })).toContain('GOOGLE_ISSUER is without TLS');
  });

  it('names everything that is wrong at once', () => {
    const message = problemsOf({ PORT: 'x', LOG_LEVEL: 'y' }, ['--fast']);
    expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual(['PORT', 'LOG_LEVEL', 'Unknown']);
    expect(message).toContain('The flags are --role, --empty and --lan.');
  });

  it('seeds no demo campus with --empty, nor in production', () => {
    const production = { QUAD_ENV: 'production', SMTP_URL: 'smtp://mail.example', TRUSTED_PROXIES: '1' };
    expect(readConfig({}, ['--empty']).seedDemo).toBe(false);
    expect(readConfig(production, []).seedDemo).toBe(false);
  });

  it('wants a mail server in production, and no --lan', () => {
    expect(problemsOf({ QUAD_ENV: 'production' }, ['--lan'])).toMatch(
      /^SMTP_URL is not set.*\nTRUSTED_PROXIES is not set.*\n--lan is for development/,
    );
  });

  it('demands the number of proxies in production, 0 included', () => {
    const production = { QUAD_ENV: 'production', SMTP_URL: 'smtp://mail.example' };
    for (const unsaid of ['', ' ']) {
      expect(problemsOf({ ...production, TRUSTED_PROXIES: unsaid })).toMatch(
        /^TRUSTED_PROXIES is not set: .* from 0 to 10\.$/,
      );
    }
    expect(problemsOf({ ...production, TRUSTED_PROXIES: 'some' })).toMatch(/^TRUSTED_PROXIES is "some": .*$/);
    expect(readConfig({ ...production, TRUSTED_PROXIES: '0' }, []).trustedProxies).toBe(0);
  });

  it('lets QUAD_ENV decide over NODE_ENV', () => {
    expect(readConfig({ NODE_ENV: 'production', QUAD_ENV: 'development' }, []).environment).toBe('development');
    expect(readConfig({ NODE_ENV: 'test' }, []).environment).toBe('development');
  });

  it('listens for the whole network with --lan', () => {
    expect(readConfig({}, ['--lan'])).toMatchObject({ lan: true, host: '0.0.0.0' });
  });
});
