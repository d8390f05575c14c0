import { describe, expect, it } from '@jest/globals';
import { ConfigInvalid, readConfig } from '#server/config.ts';

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
      environment: 'development',
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      clientDir: './dist',
      publicUrl: null,
      smtpUrl: null,
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
  ])('names %s, its value %j and what it takes', (name, value) => {
    const message = problemsOf({ [name]: value });
    expect(message).toContain(`${name} is ${JSON.stringify(value)}`);
    expect(message).toMatch(/: it takes .+\.$/);
  });

  it('does not repeat a secret', () => {
    const message = problemsOf({ SMTP_URL: 'mail.example:secret-password' });
    expect(message).toContain('SMTP_URL is not understood: it takes an address such as');
    expect(message).not.toContain('secret-password');
  });

  it('names everything that is wrong at once', () => {
    const message = problemsOf({ PORT: 'x', LOG_LEVEL: 'y' }, ['--fast']);
    expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual(['PORT', 'LOG_LEVEL', 'Unknown']);
    expect(message).toContain('The flags are --empty and --lan.');
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
