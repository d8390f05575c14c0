import { Counter, Histogram, type Registry } from 'prom-client';

/** Upper bounds in seconds: fine around the goals (15 ms, 50 ms), coarse above. */
const SECONDS = [0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 5];
/** Upper bounds of group sizes. */
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/**
 * Stages of an accepted command on its way to readers. `on_disk` is timed from the acceptance, `projected` from
 * `on_disk`, `sent` from `projected`. Where another process projects, `delivered` stands for both, from `on_disk` on.
 */
export const STAGES = ['on_disk', 'projected', 'sent', 'delivered'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * Counters and histograms. Labels are codes and names of the program, never ids or users' text, so there are few of
 * them and none is personal (P9).
 */
export function createInstruments(register: Registry) {
  const registers = [register];
  return {
    append: new Histogram({
      name: 'quad_append_seconds',
      help: 'An append to the event store, until its outcome is known.',
      labelNames: ['outcome'] as const,
      buckets: SECONDS,
      registers,
    }),
    calls: new Counter({
      name: 'quad_event_store_calls_total',
      help: 'Calls of the event store that commands are made of: append, read_stream, head.',
      labelNames: ['call'] as const,
      registers,
    }),
    groupSize: new Histogram({
      name: 'quad_append_group_size',
      help: 'Appends that were committed together.',
      buckets: SIZES,
      registers,
    }),
    batchSize: new Histogram({
      name: 'quad_projector_batch_rows',
      help: 'Rows of the change feed that the projector committed together.',
      buckets: SIZES,
      registers,
    }),
    batchSeconds: new Histogram({
      name: 'quad_projector_batch_seconds',
      help: 'A batch of events, from the log until it is committed to the read models.',
      buckets: SECONDS,
      registers,
    }),
    age: new Histogram({
      name: 'quad_projected_age_seconds',
      help: 'Age of an event when it is projected, by the clocks of the two machines.',
      buckets: SECONDS,
      registers,
    }),
    mails: new Counter({
      name: 'quad_mails_total',
      help: 'Mails that were handed to the mail server, by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    stage: new Histogram({
      name: 'quad_stage_seconds',
      help: 'Time of an event from one stage to the next: accepted, on_disk, projected, sent; delivered: on_disk to sent.',
      labelNames: ['stage'] as const,
      buckets: SECONDS,
      registers,
    }),
    commands: new Counter({
      name: 'quad_commands_total',
      help: 'Commands that clients sent from their outboxes, by the way they came and what became of them.',
      labelNames: ['channel', 'outcome'] as const,
      registers,
    }),
    commandSeconds: new Histogram({
      name: 'quad_command_seconds',
      help: 'A command of a client, until it was answered.',
      labelNames: ['channel'] as const,
      buckets: SECONDS,
      registers,
    }),
    securityEvents: new Counter({
      name: 'quad_security_events_total',
      help: 'Log-ins, lock-outs, refused access and the like, by the name of the event in the log.',
      labelNames: ['event'] as const,
      registers,
    }),
    rejections: new Counter({
      name: 'quad_rejections_total',
      help: 'Commands of clients that were refused, by code.',
      labelNames: ['code'] as const,
      registers,
    }),
  };
}

export type Instruments = ReturnType<typeof createInstruments>;
