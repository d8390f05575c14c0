import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { SOCKETS_PER_ADDRESS } from './hub/limits.ts';
import { LOG_LEVELS, type LogLevel } from './observability/logging.ts';
import { type GeoPart, geoSetting } from './variables/geo.ts';
import { type GooglePart, googleSetting } from './variables/google.ts';
import { type MailPart, mailSetting } from './variables/mail.ts';
import { type PaymentsPart, paymentsSetting } from './variables/payments.ts';
import { type PreviewPart, previewSetting } from './variables/preview.ts';
import { type SearchPart, searchSetting } from './variables/search.ts';
import {
  address,
  listOf,
  matching,
  type Setting,
  type Stage,
  type ValuesOf,
  type Variables,
  wholeNumber,
} from './variables/setting.ts';

/** Parts of the server that can run in processes of their own (`server/roles/`). */
export const ROLES = ['api', 'hub', 'projector', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** The parts of the configuration that are declared by setting. */
type Parts = SearchPart & GooglePart & GeoPart & PaymentsPart & PreviewPart & MailPart;

/** The configuration, validated. */
export interface Config extends Parts {
  /** Parts of the server that this process runs; all of them by default. */
  readonly roles: readonly Role[];
  /** KurrentDB in the place of the embedded event store; `null`: SQLite in the data folder. */
  readonly eventStoreUrl: string | null;
  /** MongoDB in the place of the embedded read store and vault; `null`: SQLite in the data folder. */
  readonly mongoUrl: string | null;
  /** `development` shows the mailbox and seeds a demo campus; `production` hides both and asks for HTTPS. */
  readonly environment: Stage;
  /** TCP port; 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** Folder of all stored data. */
  readonly dataDir: string;
  /** Folder of the built client. */
  readonly clientDir: string;
  /** Address of the site in production, beside the campuses' own; `null`: only those. */
  readonly publicUrl: string | null;
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

const ENVIRONMENTS = ['development', 'production'] as const;
const NODE_ENVIRONMENTS = ['development', 'production', 'test'] as const;
const MAX_PORT = 65_535;
const MAX_PROXIES = 10;
const MAX_SOCKETS_PER_ADDRESS = 1_000_000;
const TOKEN_MIN_CHARACTERS = 16;

/** Names of roles with commas between them. */
const rolesSchema = listOf(z.enum(ROLES));
const ROLES_TAKES = `one or more of ${ROLES.join(', ')}, with commas between them`;

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
  ...mailSetting.variables,
  ...searchSetting.variables,
  ...googleSetting.variables,
  ...geoSetting.variables,
  ...paymentsSetting.variables,
  ...previewSetting.variables,
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
} satisfies Variables;

/** Variables of former releases, which parted the read models into databases for sets of campuses. */
const FORMER_VARIABLES = ['CAMPUS_SETS', 'PROJECTED_SETS'] as const;

/** Names of all variables that `readConfig` reads. */
export const CONFIG_VARIABLES: readonly string[] = Object.keys(variables);

type Values = ValuesOf<typeof variables>;

/** A setting that may be given the values of all. */
type AnySetting = Omit<Setting<typeof variables, object>, 'variables'> & { readonly variables: Variables };

/** Settings of the parts of the server; each is given the values of all. */
export const SETTINGS: readonly AnySetting[] = [
  mailSetting,
  searchSetting,
  googleSetting,
  geoSetting,
  paymentsSetting,
  previewSetting,
];

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
  if (stage === 'production') {
    problems.push(...SETTINGS.flatMap(({ refuseProduction }) => refuseProduction?.(values) ?? []));
  }
  if (stage === 'production' && isBlank(environment.TRUSTED_PROXIES)) {
    problems.push(
      'TRUSTED_PROXIES is not set: in production it has to be said how many proxies of yours stand before the server. ' +
        'With too few everybody counts as one address and shares its limits; with too many anybody can choose theirs. ' +
        `0 if browsers connect directly. It takes ${variables.TRUSTED_PROXIES.takes}.`,
    );
  }
  if (stage === 'production' && lan) problems.push('--lan is for development only.');
  if (problems.length > 0) throw new ConfigInvalid(problems);

  return {
    roles,
    eventStoreUrl: values.EVENTSTORE_URL ?? null,
    mongoUrl: values.MONGO_URL ?? null,
    ...partsOf(values, stage),
    environment: stage,
    port: values.PORT ?? 3000,
    host: values.HOST ?? (lan ? '0.0.0.0' : '127.0.0.1'),
    dataDir: values.DATA_DIR ?? './data',
    clientDir: values.CLIENT_DIR ?? './dist',
    publicUrl: values.PUBLIC_URL === undefined ? null : new URL(values.PUBLIC_URL).origin,
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
  for (const { together } of SETTINGS) {
    const { names = [], why } = together ?? {};
    const missing = unset(names);
    if (missing.length > 0 && missing.length < names.length) problems.push(`${missing[0]} is not set: ${why}.`);
  }
}

/** The parts of the configuration that settings read. */
const partsOf = (values: Values, stage: Stage): Parts => ({
  ...mailSetting.read(values, stage),
  ...searchSetting.read(values, stage),
  ...googleSetting.read(values, stage),
  ...geoSetting.read(values, stage),
  ...paymentsSetting.read(values, stage),
  ...previewSetting.read(values, stage),
});

const stageOf = ({ QUAD_ENV, NODE_ENV }: Values): Stage =>
  QUAD_ENV ?? (NODE_ENV === 'production' ? NODE_ENV : 'development');

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
  const stage = stageOf(values);
  const { typesense, stripe } = partsOf(values, stage);
  return {
    environment: stage,
    eventStoreUrl: values.EVENTSTORE_URL ?? null,
    mongoUrl: values.MONGO_URL ?? null,
    typesense,
    stripe,
  };
}
