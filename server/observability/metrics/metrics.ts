import { Registry } from 'prom-client';
import type { EventLog } from '#projections/engine/eventLog.ts';
import type { Committed } from '#projections/engine/readStore.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { MailTransport } from '../../ports/mail.ts';
import type { ClientCommands } from '../../write/clientCommands.ts';
import type { Logger } from '../logging.ts';
import type { SecurityEvent } from '../securityLog.ts';
import { type Watched, watch, watchProcess } from './gauges.ts';
import { createInstruments } from './instruments.ts';
import { type Channel, measureCommands, measureMails, measureProjecting, measureStore } from './measured.ts';
import { createStages } from './stages.ts';

/** Metrics of a running server. The composition wraps the parts to measure them; the parts do not depend on metrics. */
export interface Metrics {
  store(store: EventStore): EventStore;
  /** Called for every group commit of the event store with the number of appends. */
  groupCommitted(appends: number): void;
  commands(commands: ClientCommands, channel: Channel): ClientCommands;
  /** The log of a projector. */
  projecting(log: EventLog): EventLog;
  mails(transport: MailTransport): MailTransport;
  /** Called with every commit of the projector of this process. */
  committed(commit: Pick<Committed, 'rows'>): void;
  /** Called when the hub has sent all rows up to a position, where another process projects. */
  delivered(position: string): void;
  /** Work that this process does while it holds a lease. */
  lease(name: string, work: { epoch(): number | null }): void;
  /** Wraps the hub's publication of a commit, to time it. */
  publishing(publish: (commit: Committed) => Promise<void>): (commit: Committed) => void;
  /** Counts an event of the security log. */
  securityEvent(event: SecurityEvent): void;
  /** Adds gauges that are read when the metrics are requested. */
  watch(parts: Omit<Watched, 'leases'>): void;
  /** All metrics, in Prometheus' text format. */
  text(): Promise<{ readonly type: string; readonly body: string }>;
  close(): Promise<void>;
}

/** Makes metrics with a registry of their own, so that one process can hold several servers. */
export function createMetrics(logger: Pick<Logger, 'info'>, now: () => number = () => performance.now()): Metrics {
  const register = new Registry();
  const instruments = createInstruments(register);
  const stages = createStages((stage, seconds) => instruments.stage.observe({ stage }, seconds), now);
  const leases = new Map<string, { epoch(): number | null }>();
  const stopWatching = watchProcess(register);

  return {
    store: (store) => measureStore(store, instruments, stages, now),
    groupCommitted: (appends) => instruments.groupSize.observe(appends),
    commands: (commands, channel) => measureCommands(commands, channel, { instruments, stages, logger, now }),
    projecting: (log) => measureProjecting(log, instruments, now, () => new Date()),
    mails: (transport) => measureMails(transport, instruments),
    committed: ({ rows }) => instruments.batchSize.observe(rows.length),
    delivered: stages.delivered,
    lease: (name, work) => void leases.set(name, work),
    publishing: (publish) => (commit) => {
      void publish(commit).then(stages.projected(commit));
    },
    securityEvent: (event) => instruments.securityEvents.inc({ event }),
    watch: (parts) => watch(register, { ...parts, leases }),
    text: async () => ({ type: register.contentType, body: await register.metrics() }),
    close: async () => stopWatching(),
  };
}
