import { readFileSync } from 'node:fs';
import {
  type ChannelCredentialOptions,
  type Credentials,
  type DNSClusterOptions,
  EventStoreDBClient,
  type GossipClusterOptions,
  type SingleNodeOptions,
} from '@eventstore/db-client';
import { EngineRefused } from '../../ports/engineRefused.ts';
import { EVENTSTORE_URL, type KurrentConnection } from './connection.ts';
import { checkNumericIdentity, hostOfTarget, targetOf } from './numericTargets.ts';

type Settings = DNSClusterOptions | GossipClusterOptions | SingleNodeOptions;

/**
 * The client of the engine, bound to the classic append: a call of its own for each, with a deadline of its own.
 *
 * Its other way, one stream for the appends of all clients in the process, is faster (about twice, 64 at once) and not
 * safe in 6.2.1. An error of that stream fails the appends of every other client too, and when one of those is answered
 * after all, or when an append waited for room in the stream, the process ends by an error that nobody can catch.
 */
export class KurrentClient extends EventStoreDBClient {
  protected override supports = async (): Promise<boolean> => false;

  constructor(settings: Settings, channel: ChannelCredentialOptions, credentials: Credentials | undefined) {
    // The constructor is declared once for each kind of settings.
    super(settings as SingleNodeOptions, channel, credentials);
    const made = this.resolveUri;
    this.resolveUri = async () => targetOf(await made(), channel.insecure !== true);
  }

  /** Version of the server, such as `23.10.8.0`; `unknown` for those from before versions could be asked for. */
  async serverVersion(): Promise<string> {
    return (await this.capabilities).serverVersion;
  }

  /** Cancels what is under way and closes the connection. */
  async end(): Promise<void> {
    await this.dispose();
    // A connection that could not be made needs no closing.
    const channel = await this.getChannel().catch(() => null);
    channel?.close();
  }
}

/** @throws EngineRefused a certificate cannot be read */
export function createClient(connection: KurrentConnection): KurrentClient {
  const { discover, connectionName, keepAliveInterval, keepAliveTimeout, defaultDeadline } = connection;
  const { maxDiscoverAttempts, discoveryInterval, gossipTimeout } = connection;
  const hosts = connection.hosts.map(({ address, port }) => ({ address: hostOfTarget(address, connection.tls), port }));
  const channel = channelOf(connection);
  const credentials = connection.credentials ?? undefined;
  const options = {
    ...(connectionName === null ? {} : { connectionName }),
    ...(keepAliveInterval === null ? {} : { keepAliveInterval }),
    ...(keepAliveTimeout === null ? {} : { keepAliveTimeout }),
    ...(defaultDeadline === null ? {} : { defaultDeadline }),
  };
  const search = {
    ...(maxDiscoverAttempts === null ? {} : { maxDiscoverAttempts }),
    ...(discoveryInterval === null ? {} : { discoveryInterval }),
    ...(gossipTimeout === null ? {} : { gossipTimeout }),
  };
  const [host] = hosts;
  if (host === undefined) throw new Error('A connection has at least one host.');
  if (hosts.length > 1) return new KurrentClient({ ...options, ...search, endpoints: hosts }, channel, credentials);
  if (discover) return new KurrentClient({ ...options, ...search, discover: host }, channel, credentials);
  return new KurrentClient({ ...options, endpoint: host }, channel, credentials);
}

function channelOf(connection: KurrentConnection): ChannelCredentialOptions {
  const { tls, tlsCAFile, userCertFile, userKeyFile, verifiesCertificate } = connection;
  if (!tls) return { insecure: true };
  return {
    insecure: false,
    verifyOptions: { checkServerIdentity: checkNumericIdentity, rejectUnauthorized: verifiesCertificate },
    ...(tlsCAFile === null ? {} : { rootCertificate: read('tlsCAFile', tlsCAFile) }),
    ...(userCertFile === null ? {} : { userCertFile: read('userCertFile', userCertFile) }),
    ...(userKeyFile === null ? {} : { userKeyFile: read('userKeyFile', userKeyFile) }),
  };
}

function read(option: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    const message = `${EVENTSTORE_URL} can't be used: the file ${file} (${option}) can't be read.`;
    throw new EngineRefused('BAD_URL', EVENTSTORE_URL, message, { cause });
  }
}
