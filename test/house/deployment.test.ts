import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { MongoClient } from 'mongodb';
import { parse } from 'yaml';
import { CONFIG_VARIABLES, type Config, ROLES, readConfig, SETTINGS } from '#server/config.ts';
import { parseKurrentUrl } from '#server/engines/kurrent/connection.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Says how variables are declared, and declares none. */
const DEFINITION = 'server/variables/setting.ts';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: object;
  readonly restart?: string;
  readonly mem_limit?: string;
  readonly deploy?: { readonly replicas?: number };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly stop_grace_period?: string;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, object | null>>;
  readonly volumes: Readonly<Record<string, object | null>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
}

const text = read('docker-compose.yml');
const compose = parse(text, { merge: true }) as Compose;
const services = Object.entries(compose.services);
const ours = services.filter(([, service]) => service.build !== undefined);

/** Variables of the file `.env`, and whether the start of production is refused without them. */
const asked = new Map<string, boolean>();
for (const [, name = '', kind] of text.matchAll(/\$\{([A-Z_]+):([?+-])/g)) {
  asked.set(name, asked.get(name) === true || kind === '?');
}

/**
 * A value as compose hands it over, with these variables in the file `.env`: `:-` another one, `:+` one in its place, `:?` a
 * refusal, each inside of another.
 *
 * @throws Error one is asked for that is not there
 */
function interpolate(value: string, env: Readonly<Record<string, string>>): string {
  const start = value.indexOf('${');
  if (start < 0) return value;
  let depth = 0;
  let end = start;
  do {
    if (value.startsWith('${', end)) depth += 1;
    else if (value[end] === '}') depth -= 1;
    end += 1;
  } while (depth > 0);
  const [, name = '', kind, rest = ''] = /^([A-Z_]+):([?+-])(.*)$/.exec(value.slice(start + 2, end - 1)) ?? [];
  const given = env[name] ?? '';
  if (kind === '?' && given === '') throw new Error(rest);
  const instead = kind === '+' ? given !== '' : given === '' && kind === '-';
  const chosen = instead ? interpolate(rest, env) : kind === '+' ? '' : given;
  return value.slice(0, start) + chosen + interpolate(value.slice(end), env);
}

/** The variables of a service, with these in the file `.env`. */
const environmentOf = ({ environment = {} }: Service, env: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolate(value, env)]));

/** Hosts of the engines, as their adapters read the addresses. */
function hostsOf({ eventStoreUrl, mongoUrl, typesense }: Config): readonly string[] {
  const events = parseKurrentUrl(eventStoreUrl ?? '').hosts.map(({ address }) => address);
  const mongo = new MongoClient(mongoUrl ?? '').options.hosts.flatMap(({ host }) => host ?? []);
  return [...events, ...mongo, new URL(typesense?.url ?? '').hostname];
}

const ENV = {
  QUAD_VERSION: '1',
  PUBLIC_URL: 'https://quad.example',
  SITE_HOSTS: 'quad.example *.quad.example',
  MONGO_PASSWORD: 'secret',
  MONGO_KEY: 'shared-secret',
  TYPESENSE_API_KEY: 'search-key',
  METRICS_TOKEN: 'a-token-of-the-watchers',
};

describe('docker-compose.yml', () => {
  it('is valid by the published schema of compose files', () => {
    // Version 2.16.2 of compose-go's schema/compose-spec.json (Apache-2.0).
    const schema = JSON.parse(read('test/fixtures/compose/compose-spec.json')) as object;
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    const isValid = ajv.compile(schema);
    isValid(compose);
    expect(isValid.errors).toBeNull();
    expect(isValid({ ...compose, services: { api: { image: 1 } } })).toBe(false);
  });

  it('runs each role in processes of its own, of one image', () => {
    expect(ours.map(([, { environment }]) => environment?.ROLES).sort()).toEqual([...ROLES].sort());
    expect(new Set(ours.map(([, { image }]) => image)).size).toBe(1);
    for (const [, { deploy }] of ours) expect(deploy?.replicas).toBeGreaterThan(1);
  });

  it.each(ours)('%s gets only variables that the configuration knows, and values that it takes', (_, service) => {
    const environment = environmentOf(service, ENV);
    for (const name of Object.keys(environment)) expect(CONFIG_VARIABLES).toContain(name);
    const config = readConfig(environment, []);
    expect(config).toMatchObject({ environment: 'production', roles: [service.environment?.ROLES] });
    expect(config.mongoUrl).toContain('secret@mongo');
    for (const host of hostsOf(config)) expect(compose.services).toHaveProperty(host);
    expect(config.typesense?.apiKey).toBe(ENV.TYPESENSE_API_KEY);
  });

  it.each(ours)('%s works in development without a file .env', (_, service) => {
    const config = readConfig(environmentOf(service, {}), []);
    expect(config).toMatchObject({ environment: 'development', roles: [service.environment?.ROLES], publicUrl: null });
    for (const host of hostsOf(config)) expect(compose.services).toHaveProperty(host);
    for (const [, other] of services) expect(() => environmentOf(other, {})).not.toThrow();
    expect(interpolate(service.image, {})).toBe('quad:development');
    expect(environmentOf(compose.services.proxy as Service, {})).toEqual({
      SITE_HOSTS: 'http://localhost http://*.localhost',
    });
  });

  it.each(Object.keys(ENV))('refuses production without %s', (name) => {
    const { [name as keyof typeof ENV]: _, ...others } = ENV;
    const all = () =>
      services.map(([, service]) => [environmentOf(service, others), interpolate(service.image, others)]);
    expect(all).toThrow(`set ${name} in .env`);
  });

  it('lets no process take the memory of the others', () => {
    for (const [name, { mem_limit: limit }] of services)
      expect([name, limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
  });

  it('keeps what a store holds in a volume of its own, in the folder where its image puts it', () => {
    const folders = { events: '/var/lib/kurrentdb', mongo: '/data/db', search: '/data' };
    for (const [name, folder] of Object.entries(folders)) {
      expect([name, compose.services[name]?.volumes]).toEqual([name, [`${name}:${folder}`]]);
      expect(compose.volumes).toHaveProperty(name);
    }
    for (const [, { volumes }] of ours) expect(volumes).toEqual(['pictures:/data']);
  });

  it('lets the world in at the proxy alone, which hides the metrics, and no store out', () => {
    const open = services.flatMap(([name, { ports = [] }]) =>
      ports.filter((port) => !port.startsWith('127.0.0.1:')).map(() => name),
    );
    expect(new Set(open)).toEqual(new Set(['proxy']));
    expect(compose.networks.stores).toEqual({ internal: true });
    for (const store of ['events', 'mongo', 'search']) expect(compose.services[store]?.networks).toEqual(['stores']);
    expect(compose.services.proxy?.networks).toEqual(['inside']);
    expect(compose.configs.proxy?.content).toMatch(/^ *respond \/metrics 404$/m);
  });

  it('[P9 in part] has no proxy note the words of a small change that comes over a WebSocket', () => {
    const guide = /```caddyfile\n([\s\S]*?)```/.exec(read('docs/operations.md'))?.[1] ?? '';
    for (const settings of [guide, compose.configs.proxy?.content ?? '']) {
      const [ofServer = ''] = /^\s*\{\n[\s\S]*?\n\}/.exec(settings) ?? [];
      expect(ofServer).toMatch(/log default \{\s+format filter \{[^}]+request>headers>Sec-Websocket-Protocol delete/);
    }
  });

  it('pins every image to a version, and asks how each is', () => {
    for (const [name, { image, healthcheck, restart, build }] of services) {
      if (build === undefined) expect([name, image]).toEqual([name, expect.stringMatching(/:v?\d+\.\d+\.\d+/)]);
      // Ours has its check in the Dockerfile.
      if (build === undefined) expect([name, healthcheck]).toEqual([name, expect.any(Object)]);
      expect([name, restart]).toEqual([name, 'unless-stopped']);
    }
    for (const [, { depends_on = {} }] of ours) {
      for (const { condition } of Object.values(depends_on)) expect(condition).toBe('service_healthy');
    }
  });

  it('lets a store start again in the container that it had', () => {
    // Of a file that was given to somebody else, `fs.protected_regular` keeps even root in a folder such as /tmp.
    const given = services.flatMap(([, { command = [] }]) => [...command.join(' ').matchAll(/chown \S+ (\S+)/g)]);
    expect(given.map(([, file]) => file)).toEqual(['/etc/mongod.key']);
    expect(text).toContain('--keyFile /etc/mongod.key');
  });

  it('holds no secret, and every variable that it asks for is explained', () => {
    for (const name of ['MONGO_PASSWORD', 'MONGO_KEY', 'TYPESENSE_API_KEY', 'METRICS_TOKEN']) {
      expect([name, asked.get(name)]).toEqual([name, true]);
    }
    const operations = read('docs/operations.md');
    for (const name of asked.keys()) expect(operations).toContain(`\`${name}\``);
  });
});

describe('README.md', () => {
  /** Cells of the rows of the table of variables. */
  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

  it('has every variable of the configuration in its table', () => {
    const named = rows.flatMap(([names = '']) => [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
    expect(named.sort()).toEqual([...CONFIG_VARIABLES].sort());
  });

  const declared = SETTINGS.flatMap(({ table }) => table);

  it.each(declared)('says of $names what its setting declares', ({ names, default: without, says }) => {
    expect(rows).toContainEqual([names.map((name) => `\`${name}\``).join(', '), without, says]);
  });
});

describe('what a part of the server asks of the operator', () => {
  it.each(SETTINGS.map((setting) => [Object.keys(setting.variables), setting] as const))(
    '%j is in its own table whole',
    (names, { table, together }) => {
      expect(table.flatMap((row) => row.names).sort()).toEqual(names.toSorted());
      expect(names).toEqual(expect.arrayContaining([...(together?.names ?? [])]));
      for (const name of names) expect(CONFIG_VARIABLES).toContain(name);
    },
  );

  it('is put together of every declaration, and no two ask for one variable', () => {
    const files = globSync('server/variables/*.ts', { cwd: ROOT }).filter((path) => path !== DEFINITION);
    expect(SETTINGS.length).toBe(files.length);
    const names = SETTINGS.flatMap(({ variables }) => Object.keys(variables));
    expect(names).toEqual([...new Set(names)]);
    expect(names.length).toBeGreaterThan(10);
  });
});

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  const { dependencies } = JSON.parse(read('package.json')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };

  it('has the Node that package.json pins, and runs as nobody in particular', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(images)).toEqual(new Set([`node:${dependencies.node}-bookworm-slim`]));
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  });

  it('takes no process for ill that waits for read models to be built', () => {
    // Under `up --wait` an ill API process would keep the proxy from starting.
    expect(dockerfile).toMatch(/^HEALTHCHECK .*--start-period=2h /m);
  });

  it('sets only variables that the configuration or the system knows', () => {
    const names = [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect([...CONFIG_VARIABLES, 'MALLOC_ARENA_MAX']).toContain(name);
  });
});
