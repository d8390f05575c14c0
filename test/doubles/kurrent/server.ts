import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net';
import { join } from 'node:path';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type * as Shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import grpc from '@grpc/grpc-js';
import { appendCall, batchAppendCall } from './appendCalls.ts';
import { createFaults, type Faults } from './faults.ts';
import { nameOf, rpcError, streamDeleted, unauthenticated, wrongExpectedVersion } from './messages.ts';
import { readCall } from './readCalls.ts';
import type { Expected, Outcome } from './records.ts';
import type { SubscriptionRules } from './subscriptions.ts';
import { TransactionLog, type TransactionLogOptions } from './transactionLog.ts';

/** Bytes of one message; a larger one ends its call, and with it every append of a shared stream. */
const MESSAGE_MAX_BYTES = 16 * 1024 * 1024;
/** The node's state in gossip. */
const LEADER = 8;
const TLS = join(import.meta.dirname, 'tls');
export const KEY_FILE = join(TLS, 'server.key');
/** Certificate of the authority that signed the server's: the certificate itself, for localhost, 127.0.0.1 and ::1. */
export const CA_FILE = join(TLS, 'server.pem');
/** A certificate for addresses that the double never has; the foreign site of the tests has one of them. */
export const ELSEWHERE_FILE = join(TLS, 'elsewhere.pem');

export interface KurrentDoubleOptions extends TransactionLogOptions, Partial<Pick<SubscriptionRules, 'slowConsumer'>> {
  /** 0: any free one, kept over restarts. */
  readonly port?: number;
  /** Version that it answers; `null`: a server from before versions could be asked for. */
  readonly version?: string | null;
  /** Milliseconds after which it gives up on an append that is not replicated, or was dropped (default: 2,000). */
  readonly commitTimeoutMs?: number;
  /** Address at which it listens (default: 127.0.0.1). */
  readonly host?: string;
  /** Name or address by which gossip names it (default: localhost). */
  readonly gossipHost?: string;
  /** File of the certificate with which it proves itself (default: `CA_FILE`). */
  readonly certificate?: string;
  /** Turns on TLS and the check of credentials, as on a secure node. */
  readonly credentials?: { readonly username: string; readonly password: string };
}

/** An EventStoreDB for tests: the real service definitions over the behaviour that was measured (`kurrentdb.md`). */
export interface KurrentDouble {
  readonly port: number;
  /** Connection string for it. */
  readonly url: string;
  readonly log: TransactionLog;
  readonly faults: Faults;
  /** Live consumers that were found too slow. */
  tooSlow(): number;
  /** Ends as by kill -9: connections break, calls are not answered; what is in the log stays. */
  kill(): Promise<void>;
  /** Starts again after `kill`, on the same port, with what was stored. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startKurrentDouble(options: KurrentDoubleOptions = {}): Promise<KurrentDouble> {
  const log = new TransactionLog(options);
  const faults = createFaults(log, options.commitTimeoutMs);
  let tooSlow = 0;
  const rules: SubscriptionRules = {
    slowConsumer: options.slowConsumer ?? 'dropped',
    onTooSlow() {
      tooSlow += 1;
    },
  };
  let node = await startNode(options, log, faults, rules, options.port ?? 0);
  const { port } = node;
  const { credentials } = options;
  const url =
    credentials === undefined
      ? `esdb://127.0.0.1:${port}?tls=false`
      : `esdb://${credentials.username}:${encodeURIComponent(credentials.password)}@localhost:${port}?tlsCAFile=${encodeURIComponent(CA_FILE)}`;

  return {
    port,
    url,
    log,
    faults,
    tooSlow: () => tooSlow,
    kill: () => node.kill(),
    async restart() {
      log.restart();
      faults.reset();
      node = await startNode(options, log, faults, rules, port);
    },
    async stop() {
      await node.kill();
      log.close();
    },
  };
}

interface Node {
  readonly port: number;
  kill(): Promise<void>;
}

async function startNode(
  options: KurrentDoubleOptions,
  log: TransactionLog,
  faults: Faults,
  rules: SubscriptionRules,
  port: number,
): Promise<Node> {
  const server = new grpc.Server({ 'grpc.max_receive_message_length': MESSAGE_MAX_BYTES });
  const isAllowed = createGate(options.credentials);
  addStreams(server, log, faults, rules, isAllowed);
  const net = createServer();
  addFeatures(server, options.version === undefined ? '23.10.8.0' : options.version);
  addGossip(server, options.gossipHost ?? 'localhost', () => (net.address() as AddressInfo).port);
  const injector = server.createConnectionInjector(credentialsOf(options));
  const sockets = new Set<Socket>();
  net.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    injector.injectConnection(socket);
  });
  await listen(net, port, options.host ?? '127.0.0.1');
  return {
    port: (net.address() as AddressInfo).port,
    async kill() {
      if (!net.listening) return;
      const closed = new Promise((resolve) => net.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      injector.destroy();
      server.forceShutdown();
    },
  };
}

function listen(net: NetServer, port: number, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  net.once('error', reject);
  net.listen(port, host, resolve);
  return promise;
}

function credentialsOf({ credentials, certificate = CA_FILE }: KurrentDoubleOptions): grpc.ServerCredentials {
  if (credentials === undefined) return grpc.ServerCredentials.createInsecure();
  const pair = { private_key: readFileSync(KEY_FILE), cert_chain: readFileSync(certificate) };
  return grpc.ServerCredentials.createSsl(null, [pair], false);
}

type Gate = (metadata: grpc.Metadata) => boolean;

/** A node without TLS takes everybody; a secure one those with its credentials. */
function createGate(credentials: KurrentDoubleOptions['credentials']): Gate {
  if (credentials === undefined) return () => true;
  const { username, password } = credentials;
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return (metadata) => metadata.get('authorization')[0] === expected;
}

function addStreams(
  server: grpc.Server,
  log: TransactionLog,
  faults: Faults,
  rules: SubscriptionRules,
  isAllowed: Gate,
) {
  const append = appendCall(faults.append);
  const batchAppend = batchAppendCall(faults.append);
  const read = readCall(() => log, rules);
  server.addService(streamsService.StreamsService, {
    append: ((call, callback) =>
      isAllowed(call.metadata) ? append(call, callback) : callback(unauthenticated())) as typeof append,
    batchAppend: ((call) =>
      isAllowed(call.metadata) ? batchAppend(call) : void call.emit('error', unauthenticated())) as typeof batchAppend,
    read: ((call) =>
      isAllowed(call.metadata) ? read(call) : void call.emit('error', unauthenticated())) as typeof read,
    delete: ((call, callback) => {
      const options = call.request.getOptions();
      const stream = nameOf(options?.getStreamIdentifier());
      const outcome = log.delete(stream, expectationOf(options));
      answerDeletion(outcome, stream, expectationOf(options), callback, () => new streams.DeleteResp());
    }) as grpc.handleUnaryCall<Streams.DeleteReq, Streams.DeleteResp>,
    tombstone: ((call, callback) => {
      const options = call.request.getOptions();
      const stream = nameOf(options?.getStreamIdentifier());
      const outcome = log.tombstone(stream, expectationOf(options));
      answerDeletion(outcome, stream, expectationOf(options), callback, () => new streams.TombstoneResp());
    }) as grpc.handleUnaryCall<Streams.TombstoneReq, Streams.TombstoneResp>,
  });
}

function expectationOf(options: Streams.DeleteReq.Options | Streams.TombstoneReq.Options | undefined): Expected {
  if (options === undefined || options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream_exists';
  return options.hasNoStream() ? -1 : Number(options.getRevision());
}

function answerDeletion<Answer>(
  outcome: Outcome,
  stream: string,
  expected: Expected,
  callback: grpc.sendUnaryData<Answer>,
  answer: () => Answer,
): void {
  if (outcome.kind === 'deleted') callback(streamDeleted(stream));
  else if (outcome.kind === 'wrong-version') callback(wrongExpectedVersion(stream, expected, outcome.current));
  else callback(null, answer());
}

function addFeatures(server: grpc.Server, version: string | null): void {
  server.addService(featuresService.ServerFeaturesService, {
    getSupportedMethods: ((_, callback) => {
      if (version === null) return callback(rpcError(grpc.status.UNIMPLEMENTED, 'Service is unimplemented.'));
      const answer = new features.SupportedMethods().setEventStoreServerVersion(version);
      for (const method of ['read', 'append', 'batchappend', 'delete', 'tombstone']) {
        const supported = new features.SupportedMethod().setMethodName(method);
        answer.addMethods(supported.setServiceName('event_store.client.streams.streams'));
      }
      callback(null, answer);
    }) as grpc.handleUnaryCall<Shared.Empty, InstanceType<typeof features.SupportedMethods>>,
  });
}

function addGossip(server: grpc.Server, host: string, port: () => number): void {
  server.addService(gossipService.GossipService, {
    read: ((_, callback) => {
      const place = new gossip.EndPoint().setAddress(host).setPort(port());
      const member = new gossip.MemberInfo().setState(LEADER).setIsAlive(true).setHttpEndPoint(place);
      callback(null, new gossip.ClusterInfo().setMembersList([member]));
    }) as grpc.handleUnaryCall<Shared.Empty, InstanceType<typeof gossip.ClusterInfo>>,
  });
}
