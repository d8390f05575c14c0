import { isIPv6 } from 'node:net';
import { EngineRefused } from '../../ports/engineRefused.ts';

/** Environment variable with the connection string. */
export const EVENTSTORE_URL = 'EVENTSTORE_URL';

/** The settings of a connection string. */
export interface KurrentConnection {
  /** Whether the hosts are asked for the nodes of their cluster. */
  readonly discover: boolean;
  readonly hosts: readonly { readonly address: string; readonly port: number }[];
  readonly credentials: { readonly username: string; readonly password: string } | null;
  readonly tls: boolean;
  /** Path of the certificate of the authority that signed the server's. */
  readonly tlsCAFile: string | null;
  /** Paths of the certificate and key by which the client proves itself. */
  readonly userCertFile: string | null;
  readonly userKeyFile: string | null;
  readonly connectionName: string | null;
  /** Milliseconds between two pings of an idle connection, and that a ping may take. */
  readonly keepAliveInterval: number | null;
  readonly keepAliveTimeout: number | null;
  /** Whether the server's certificate has to be of a known authority; `false` is for development. */
  readonly verifiesCertificate: boolean;
  /** How the nodes of a cluster are looked for: times, milliseconds between them, seconds that each may take. */
  readonly maxDiscoverAttempts: number | null;
  readonly discoveryInterval: number | null;
  readonly gossipTimeout: number | null;
  /** Milliseconds for a call that has no time of its own, appends too. */
  readonly defaultDeadline: number | null;
  /** Options that change nothing here, and why: lines for the operator. */
  readonly notes: readonly string[];
}

const DEFAULT_PORT = 2113;
const MAX_PORT = 65_535;
const FORM = /^(?<scheme>[a-z+]+):\/\/(?:(?<login>[^@/?]*)@)?(?<hosts>[^@/?]+)\/?(?:\?(?<options>.*))?$/i;
const HOST = /^(?:(?<name>[A-Za-z0-9._-]+)|\[(?<v6>[A-Fa-f0-9:.]+)\])(?::(?<port>\d{1,5}))?$/;
const SCHEMES = ['esdb', 'kurrentdb', 'kurrent', 'kdb'];
/** Ending of the scheme by which the host is asked for the nodes of its cluster. */
const DISCOVER = '+discover';
const OPTIONS = [
  'tls',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'connectionName',
  'keepAliveInterval',
  'keepAliveTimeout',
  'tlsVerifyCert',
  'nodePreference',
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'defaultDeadline',
  'throwOnAppendFailure',
] as const;
/** Options about the search for the nodes of a cluster. */
const OF_DISCOVERY = ['nodePreference', 'maxDiscoverAttempts', 'discoveryInterval', 'gossipTimeout'] as const;
/** Values of `nodePreference`, without what the vendor's clients ignore in them. */
const PREFERENCES = ['leader', 'follower', 'random', 'readonlyreplica'];
type Option = (typeof OPTIONS)[number];

/**
 * Reads a connection string of KurrentDB or EventStoreDB:
 * `esdb://user:password@host:2113?tls=true`, several hosts or `esdb+discover://` for a cluster.
 *
 * @throws EngineRefused it is none; the message repeats no part of it that could be a secret
 */
export function parseKurrentUrl(url: string): KurrentConnection {
  const groups = FORM.exec(url.trim())?.groups;
  const scheme = groups?.scheme?.toLowerCase() ?? '';
  if (groups?.hosts === undefined || !SCHEMES.includes(scheme.replace(DISCOVER, ''))) {
    throw refuse('it has to look like esdb://user:password@host:2113?tls=true');
  }
  const options = parseOptions(groups.options ?? '');
  const hosts = groups.hosts.split(',').map(parseHost);
  const tls = parseFlag(options, 'tls') ?? true;
  const userCertFile = options.get('userCertFile') ?? null;
  const userKeyFile = options.get('userKeyFile') ?? null;
  if ((userCertFile === null) !== (userKeyFile === null)) {
    throw refuse('userCertFile and userKeyFile belong together: give both or none');
  }
  const discover = scheme.endsWith(DISCOVER) || hosts.length > 1;
  return {
    discover,
    hosts,
    credentials: parseLogin(groups.login),
    tls,
    tlsCAFile: options.get('tlsCAFile') ?? null,
    userCertFile,
    userKeyFile,
    connectionName: options.get('connectionName') ?? null,
    keepAliveInterval: parseMilliseconds(options, 'keepAliveInterval'),
    keepAliveTimeout: parseMilliseconds(options, 'keepAliveTimeout'),
    verifiesCertificate: parseFlag(options, 'tlsVerifyCert') ?? true,
    maxDiscoverAttempts: parseCount(options, 'maxDiscoverAttempts'),
    discoveryInterval: parseCount(options, 'discoveryInterval'),
    gossipTimeout: parseCount(options, 'gossipTimeout'),
    defaultDeadline: parseCount(options, 'defaultDeadline'),
    notes: notesOn(options, discover),
  };
}

/** Lines on options that change nothing. @throws EngineRefused a value of them is none */
function notesOn(options: ReadonlyMap<Option, string>, discover: boolean): readonly string[] {
  const notes: string[] = [];
  const note = (option: Option, reason: string) =>
    notes.push(`${option} in ${EVENTSTORE_URL} changes nothing: ${reason}.`);
  const preference = options.get('nodePreference');
  if (preference !== undefined && !PREFERENCES.includes(flat(preference))) {
    throw refuse('nodePreference has to be leader, follower, random or readOnlyReplica');
  }
  if (preference !== undefined && flat(preference) !== 'leader') {
    note('nodePreference', 'Quad asks the leader alone, which knows every acknowledged event');
  }
  if (parseFlag(options, 'throwOnAppendFailure') === false) {
    note('throwOnAppendFailure', 'an append that fails is an error for Quad, whatever the client makes of it');
  }
  for (const option of discover ? [] : OF_DISCOVERY) {
    if (options.has(option)) note(option, 'it names one server, so no cluster is searched');
  }
  return notes;
}

/** A word as the vendor's clients compare it. */
function flat(word: string): string {
  return word.toLowerCase().replace(/[_-]/g, '');
}

/** @throws EngineRefused the server would not have to prove itself */
export function refuseUnverified({ tls, verifiesCertificate }: KurrentConnection): void {
  if (!tls || verifiesCertificate) return;
  throw refuse(
    'tlsVerifyCert=false is for development only (QUAD_ENV): anybody on the way could read all events. Take it away, and ' +
      "let tlsCAFile name the certificate of the authority that signed the server's",
  );
}

/** Hosts and ports, for messages. */
export function addressOf({ hosts }: KurrentConnection): string {
  return hosts.map(({ address, port }) => `${isIPv6(address) ? `[${address}]` : address}:${port}`).join(',');
}

function refuse(problem: string): EngineRefused {
  return new EngineRefused('BAD_URL', EVENTSTORE_URL, `${EVENTSTORE_URL} can't be used: ${problem}.`);
}

function parseHost(text: string): { address: string; port: number } {
  const groups = HOST.exec(text.trim())?.groups;
  const port = Number(groups?.port ?? DEFAULT_PORT);
  const address = groups?.name ?? groups?.v6;
  if (address === undefined || (groups?.v6 !== undefined && !isIPv6(address)) || port < 1 || port > MAX_PORT) {
    throw refuse(
      'each host has to look like host:2113 or [::1]:2113; a user name and password go before an @, percent-encoded',
    );
  }
  return { address, port };
}

function parseLogin(login: string | undefined): KurrentConnection['credentials'] {
  if (login === undefined) return null;
  const colon = login.indexOf(':');
  const [username, password] = [decode(login.slice(0, Math.max(colon, 0))), decode(login.slice(colon + 1))];
  if (username === '' || password === '') throw refuse('before the @ has to stand user:password, percent-encoded');
  return { username, password };
}

function parseOptions(text: string): ReadonlyMap<Option, string> {
  const options = new Map<Option, string>();
  for (const part of text.split('&').filter((each) => each !== '')) {
    const [name = '', value = ''] = part.split('=');
    const option = OPTIONS.find((each) => each.toLowerCase() === flat(name));
    if (option === undefined) {
      // Only what looks like a name is repeated: anything else may be part of a password, and so may all before an @.
      const which = /^[A-Za-z]{1,30}$/.test(name) && !text.includes('@') ? `the option ${name}` : 'an option';
      throw refuse(`Quad does not know ${which}; it knows ${OPTIONS.join(', ')}`);
    }
    if (value === '') throw refuse(`the option ${option} has no value`);
    options.set(option, decode(value));
  }
  return options;
}

function parseFlag(options: ReadonlyMap<Option, string>, option: Option): boolean | null {
  const value = options.get(option);
  if (value === undefined) return null;
  if (value !== 'true' && value !== 'false') throw refuse(`${option} has to be true or false`);
  return value === 'true';
}

function parseMilliseconds(options: ReadonlyMap<Option, string>, option: Option): number | null {
  const value = options.get(option);
  if (value === undefined) return null;
  if (!/^(?:-1|\d{1,9})$/.test(value)) throw refuse(`${option} has to be a number of milliseconds, or -1`);
  return Number(value);
}

function parseCount(options: ReadonlyMap<Option, string>, option: Option): number | null {
  const value = options.get(option);
  if (value === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw refuse(`${option} has to be a number from 1 on`);
  return Number(value);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refuse('a % in it is not followed by two hexadecimal digits');
  }
}
