import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { SOCKETS_PER_ADDRESS } from './hub/limits.ts';
import { LOG_LEVELS, type LogLevel } from './observability/logging.ts';

/** Parts of the server that can run in processes of their own (`server/roles/`). */
export const ROLES = ['api', 'hub', 'projector', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** The configuration, validated. */
export interface Config {
  /** Parts of the server that this process runs; all of them by default. */
  readonly roles: readonly Role[];
  /** KurrentDB in the place of the embedded event store; `null`: SQLite in the data folder. */
  readonly eventStoreUrl: string | null;
  /** MongoDB in the place of the embedded read store and vault; `null`: SQLite in the data folder. */
  readonly mongoUrl: string | null;
  /** Typesense in the place of the embedded search index; `null`: SQLite in the data folder. */
  readonly typesense: { readonly url: string; readonly apiKey: string } | null;
  /** OpenID Connect client of signing in with Google; `null`: its button is not shown. */
  readonly google: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | null;
  /** From where the site is used (GUARD-07): the lookup service, and countries by ISO 3166-1; `null`: from everywhere. */
  readonly geo: { readonly lookupUrl: string; readonly countries: readonly string[] } | null;
  /** Account at Stripe; `null`: a sandbox on a development machine, and nothing to pay for in production. */
  readonly stripe: { readonly apiKey: string; readonly webhookSecret: string } | null;
  /** Whether pages that people link to are read for preview cards. */
  readonly linkPreviews: boolean;
  /** `development` shows the mailbox and seeds a demo campus; `production` hides both and asks for HTTPS. */
  readonly environment: 'development' | 'production';
  /** TCP port; 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** Folder of all stored data. */
  readonly dataDir: string;
  /** Folder of the built client. */
  readonly clientDir: string;
  /** Address of the site in production, beside the campuses' own; `null`: only those. */
  readonly publicUrl: string | null;
  /** Mail server; `null`: mails stay in the mailbox of the data folder. */
  readonly smtpUrl: string | null;
  /** `required`: a mail server without TLS gets no mail; `optional`: TLS where it offers it. */
  readonly smtpTls: 'required' | 'optional';
  /** Sender of mails. */
  readonly mailFrom: string;
  readonly logLevel: LogLevel;
  /** Proxies between the browser and the server whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: number;
  /** Signed-out sockets that one network address may have open. */
  readonly socketsPerAddress: number;
  /** Bearer token for `/metrics`; `null`: there is no such page. */
  readonly metricsToken: string | null;
  /** Whether a new data folder gets the demo campus. */
  readonly seedDemo: boolean;
  /** Whether other devices of the local network may use the site (decisions D09). */
  readonly lan: boolean;
}

/** All roles in one process, with the engines in the data folder. */
export const EMBEDDED = { roles: ROLES, eventStoreUrl: null, mongoUrl: null, typesense: null } as const;

/** A variable has an invalid value. The message names each such variable, its value and the values it takes. */
export class ConfigInvalid extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigInvalid';
  }
}

/** Google as an OpenID provider. */
const GOOGLE_ISSUER = 'https://accounts.google.com';
const ENVIRONMENTS = ['development', 'production'] as const;
const SWITCHES = ['on', 'off'] as const;
const NODE_ENVIRONMENTS = ['development', 'production', 'test'] as const;
const SMTP_TLS = ['required', 'optional'] as const;
const MAX_PORT = 65_535;
const MAX_PROXIES = 10;
const MAX_SOCKETS_PER_ADDRESS = 1_000_000;
const TOKEN_MIN_CHARACTERS = 16;

const wholeNumber = (max: number, min = 0) =>
  z
    .pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))
    .check(z.refine((value) => value >= min && value <= max));

const address = (...protocols: readonly string[]) =>
  z.string().check(z.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol)));

const matching = (pattern: RegExp) => z.string().check(z.regex(pattern));

/** Names of roles with commas between them. */
const rolesSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',').map((name) => name.trim())),
  ),
  z.array(z.enum(ROLES)).check(z.minLength(1)),
);
const ROLES_TAKES = `one or more of ${ROLES.join(', ')}, with commas between them`;

/** Country codes with commas between them. */
const countriesSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',').map((code) => code.trim())),
  ),
  z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.minLength(1)),
);

/** One variable: its check, and the values it takes in words. The message does not repeat a secret value. */
interface Variable<T> {
  readonly schema: z.ZodMiniType<T, string>;
  readonly takes: string;
  readonly secret?: true;
}

const variables = {
  PORT: { schema: wholeNumber(MAX_PORT), takes: `a whole number from 0 to ${MAX_PORT}` },
  HOST: {
    schema: z.string().check(z.regex(/^[\w.:-]+$/)),
    takes: 'a host name or an IP address, for example 127.0.0.1',
  },
  DATA_DIR: { schema: z.string(), takes: 'the path of a folder' },
  CLIENT_DIR: { schema: z.string(), takes: 'the path of the folder with the built client' },
  QUAD_ENV: { schema: z.enum(ENVIRONMENTS), takes: ENVIRONMENTS.join(' or ') },
  NODE_ENV: { schema: z.enum(NODE_ENVIRONMENTS), takes: NODE_ENVIRONMENTS.join(', ') },
  PUBLIC_URL: { schema: address('http:', 'https:'), takes: 'an address such as https://quad.example' },
  SMTP_URL: {
    schema: address('smtp:', 'smtps:'),
    takes: 'an address such as smtps://user:password@mail.example:465',
    secret: true,
  },
  SMTP_TLS: { schema: z.enum(SMTP_TLS), takes: SMTP_TLS.join(' or ') },
  MAIL_FROM: {
    schema: z.string().check(z.regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/)),
    takes: 'a sender such as Quad <hello@quad.example>',
  },
  ROLES: { schema: rolesSchema, takes: ROLES_TAKES },
  EVENTSTORE_URL: {
    // Several hosts may stand in it, so it is no URL by the standard.
    schema: matching(/^(esdb|kurrent|kurrentdb|kdb)(\+discover)?:\/\/[^\s/]+/),
    takes: 'a connection string such as kurrentdb://user:password@events.example:2113?tls=true',
    secret: true,
  },
  MONGO_URL: {
    schema: matching(/^mongodb(\+srv)?:\/\/[^\s/]+\/[^\s/?]+/),
    takes: 'a connection string with a database, such as mongodb://user:password@mongo.example:27017/quad',
    secret: true,
  },
  TYPESENSE_URL: { schema: address('http:', 'https:'), takes: 'an address such as http://search.example:8108' },
  TYPESENSE_API_KEY: { schema: matching(/^\S+$/), takes: 'the API key of the search server', secret: true },
  GOOGLE_CLIENT_ID: { schema: matching(/^\S+$/), takes: 'the id of an OAuth client of Google' },
  GOOGLE_CLIENT_SECRET: { schema: matching(/^\S+$/), takes: 'the secret of that client', secret: true },
  GOOGLE_ISSUER: { schema: address('http:', 'https:'), takes: `an address such as ${GOOGLE_ISSUER}` },
  GEO_LOOKUP_URL: {
    schema: address('http:', 'https:'),
    takes: 'an address such as https://api.ipgeolocation.io/ipgeo?apiKey=…, to which ip=… is added',
    secret: true,
  },
  GEO_COUNTRIES: { schema: countriesSchema, takes: 'country codes of two capital letters, with commas between them' },
  GEO_OVERRIDE: { schema: z.enum(SWITCHES), takes: SWITCHES.join(' or ') },
  STRIPE_SECRET_KEY: {
    schema: matching(/^[rs]k_\w+$/),
    takes: 'a secret key of Stripe, such as sk_live_…',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: matching(/^whsec_\w+$/),
    takes: 'the signing secret of its webhook, such as whsec_…',
    secret: true,
  },
  LINK_PREVIEWS: { schema: z.enum(SWITCHES), takes: SWITCHES.join(' or ') },
  LOG_LEVEL: { schema: z.enum(LOG_LEVELS), takes: LOG_LEVELS.join(', ') },
  METRICS_TOKEN: {
    schema: z.string().check(z.minLength(TOKEN_MIN_CHARACTERS), z.regex(/^[\w.~+/=-]+$/)),
    takes: `at least ${TOKEN_MIN_CHARACTERS} letters, digits and . _ ~ + / = -`,
    secret: true,
  },
  TRUSTED_PROXIES: { schema: wholeNumber(MAX_PROXIES), takes: `a whole number from 0 to ${MAX_PROXIES}` },
  SOCKETS_PER_ADDRESS: {
    // With 0, users with an expired access token could not connect: their sockets first count as a visitor's.
    schema: wholeNumber(MAX_SOCKETS_PER_ADDRESS, 1),
    takes: `a whole number from 1 to ${MAX_SOCKETS_PER_ADDRESS}`,
  },
} satisfies Record<string, Variable<unknown>>;

/** Variables of former releases, which parted the read models into databases for sets of campuses. */
const FORMER_VARIABLES = ['CAMPUS_SETS', 'PROJECTED_SETS'] as const;

/** Names of all variables that `readConfig` reads. */
export const CONFIG_VARIABLES: readonly string[] = Object.keys(variables);

type Variables = typeof variables;
type Values = { [Name in keyof Variables]?: z.output<Variables[Name]['schema']> };

/**
 * Reads the configuration.
 *
 * @param environment usually `process.env`; an empty variable counts as not set
 * @param flags arguments of the command line: `--role`, `--empty`, `--lan`
 * @throws ConfigInvalid
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  flags: readonly string[],
): Config {
  const problems: string[] = [];
  const values = readVariables(environment, problems);
  const { empty, lan, roles = values.ROLES ?? ROLES } = readFlags(flags, problems);
  refuseHalves(environment, values, roles, problems);
  for (const name of FORMER_VARIABLES.filter((each) => !isBlank(environment[each]))) {
    problems.push(
      `${name} is set, but all campuses are in one database. Take it away: the first start, or quad rebuild --prepare ` +
        'beside what runs, builds anew what was parted. Then drop the databases of the sets.',
    );
  }
  const stage = stageOf(values);
  if (stage === 'production' && values.SMTP_URL === undefined) {
    problems.push(`SMTP_URL is not set: in production mails must go out. It takes ${variables.SMTP_URL.takes}.`);
  }
  if (stage === 'production' && isBlank(environment.TRUSTED_PROXIES)) {
    problems.push(
      'TRUSTED_PROXIES is not set: in production it has to be said how many proxies of yours stand before the server. ' +
        'With too few everybody counts as one address and shares its limits; with too many anybody can choose theirs. ' +
        `0 if browsers connect directly. It takes ${variables.TRUSTED_PROXIES.takes}.`,
    );
  }
  if (stage === 'production' && values.GOOGLE_ISSUER?.startsWith('http:') === true) {
    problems.push('GOOGLE_ISSUER is without TLS: that is for development only.');
  }
  if (stage === 'production' && lan) problems.push('--lan is for development only.');
  if (problems.length > 0) throw new ConfigInvalid(problems);

  return {
    roles,
    eventStoreUrl: values.EVENTSTORE_URL ?? null,
    mongoUrl: values.MONGO_URL ?? null,
    typesense: typesenseOf(values),
    google: googleOf(values),
    geo: geoOf(values, stage),
    stripe: stripeOf(values),
    linkPreviews: values.LINK_PREVIEWS !== 'off',
    environment: stage,
    port: values.PORT ?? 3000,
    host: values.HOST ?? (lan ? '0.0.0.0' : '127.0.0.1'),
    dataDir: values.DATA_DIR ?? './data',
    clientDir: values.CLIENT_DIR ?? './dist',
    publicUrl: values.PUBLIC_URL === undefined ? null : new URL(values.PUBLIC_URL).origin,
    smtpUrl: values.SMTP_URL ?? null,
    smtpTls: values.SMTP_TLS ?? 'required',
    mailFrom: values.MAIL_FROM ?? 'Quad <no-reply@quad.example>',
    logLevel: values.LOG_LEVEL ?? (stage === 'production' ? 'info' : 'warn'),
    trustedProxies: values.TRUSTED_PROXIES ?? 0,
    socketsPerAddress: values.SOCKETS_PER_ADDRESS ?? SOCKETS_PER_ADDRESS,
    metricsToken: values.METRICS_TOKEN ?? null,
    seedDemo: stage === 'development' && !empty,
    lan,
  };
}

/** An empty variable counts as not set. */
function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

function readVariables(environment: Readonly<Record<string, string | undefined>>, problems: string[]): Values {
  const values: Record<string, unknown> = {};
  for (const [name, { schema, takes, ...rest }] of Object.entries(variables)) {
    const text = environment[name]?.trim() ?? '';
    if (isBlank(text)) continue;
    const parsed = schema.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(`${name} is ${'secret' in rest ? 'not understood' : JSON.stringify(text)}: it takes ${takes}.`);
  }
  return values;
}

/** Refuses settings that need others beside them. Where one of them is invalid, that is all that is said of them. */
function refuseHalves(
  environment: Readonly<Record<string, string | undefined>>,
  values: Values,
  roles: readonly Role[],
  problems: string[],
): void {
  const unset = (names: readonly (keyof Values)[]) => {
    const without = names.filter((name) => values[name] === undefined);
    return without.every((name) => isBlank(environment[name])) ? without : [];
  };
  const stores = unset(['EVENTSTORE_URL', 'MONGO_URL']);
  if (ROLES.some((role) => !roles.includes(role)) && stores.length === 2) {
    problems.push(
      `ROLES is ${roles.join(',')}, but ${stores.join(' and ')} are not set: ` +
        'the other roles run in other processes, and only a store over the network can be used by several of them.',
    );
  }
  if (stores.length === 1) {
    const [missing] = stores;
    problems.push(`${missing} is not set: log, read models and vault move to engines over the network together.`);
  }
  const typesense = unset(['TYPESENSE_URL', 'TYPESENSE_API_KEY']);
  const google = unset(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']);
  if (google.length === 1) problems.push(`${google[0]} is not set: signing in with Google needs an id and its secret.`);
  const stripe = unset(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  if (stripe.length === 1) problems.push(`${stripe[0]} is not set: payments need a key and the secret of the webhook.`);
  if (typesense.length === 1) problems.push(`${typesense[0]} is not set: Typesense needs its address and its key.`);
}

function googleOf(values: Values): Config['google'] {
  const {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: issuer = GOOGLE_ISSUER,
  } = values;
  return clientId === undefined || clientSecret === undefined ? null : { issuer, clientId, clientSecret };
}

function stripeOf({ STRIPE_SECRET_KEY: apiKey, STRIPE_WEBHOOK_SECRET: webhookSecret }: Values): Config['stripe'] {
  return apiKey === undefined || webhookSecret === undefined ? null : { apiKey, webhookSecret };
}

/** Off on a development machine, unless it is asked for: its addresses are nowhere. */
function geoOf(values: Values, stage: Config['environment']): Config['geo'] {
  const { GEO_LOOKUP_URL: lookupUrl, GEO_COUNTRIES: countries = ['US'], GEO_OVERRIDE: override } = values;
  const isOff = (override ?? (stage === 'development' ? 'on' : 'off')) === 'on';
  return lookupUrl === undefined || isOff ? null : { lookupUrl, countries };
}

const stageOf = ({ QUAD_ENV, NODE_ENV }: Values) => QUAD_ENV ?? (NODE_ENV === 'production' ? NODE_ENV : 'development');

function typesenseOf({ TYPESENSE_URL: url, TYPESENSE_API_KEY: apiKey }: Values): Config['typesense'] {
  return url === undefined || apiKey === undefined ? null : { url: new URL(url).origin, apiKey };
}

interface Flags {
  readonly empty: boolean;
  readonly lan: boolean;
  readonly roles?: readonly Role[];
}

function readFlags(flags: readonly string[], problems: string[]): Flags {
  try {
    const { values } = parseArgs({
      args: [...flags],
      options: {
        role: { type: 'string' },
        empty: { type: 'boolean', default: false },
        lan: { type: 'boolean', default: false },
      },
    });
    const { empty, lan, role } = values;
    if (role === undefined) return { empty, lan };
    const roles = rolesSchema.safeParse(role);
    if (roles.success) return { empty, lan, roles: roles.data };
    problems.push(`--role is ${JSON.stringify(role)}: it takes ${ROLES_TAKES}.`);
  } catch (error) {
    problems.push(`${(error as Error).message} The flags are --role, --empty and --lan.`);
  }
  return { empty: false, lan: false };
}

/**
 * Addresses of the engines, and the account of payments, for the command line; the data folder is its own option.
 *
 * @throws ConfigInvalid
 */
export function readEngines(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<Config, 'environment' | 'eventStoreUrl' | 'mongoUrl' | 'typesense' | 'stripe'> {
  const problems: string[] = [];
  const named = ['EVENTSTORE_URL', 'MONGO_URL', 'TYPESENSE_URL', 'TYPESENSE_API_KEY'] as const;
  const others = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'QUAD_ENV', 'NODE_ENV'] as const;
  const values = readVariables(
    Object.fromEntries([...named, ...others].map((name) => [name, environment[name]])),
    problems,
  );
  refuseHalves(environment, values, ROLES, problems);
  if (problems.length > 0) throw new ConfigInvalid(problems);
  return {
    environment: stageOf(values),
    eventStoreUrl: values.EVENTSTORE_URL ?? null,
    mongoUrl: values.MONGO_URL ?? null,
    typesense: typesenseOf(values),
    stripe: stripeOf(values),
  };
}
