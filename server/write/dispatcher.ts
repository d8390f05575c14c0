import { actorId } from '#domain/kernel/actor.ts';
import type { ClaimRequest, Command, CommandDefinition, StreamFact } from '#domain/kernel/command.ts';
import { effectiveCommandId } from '#domain/kernel/ids.ts';
import type { Aggregate } from '#domain/kernel/registry.ts';
import type { Rejection } from '#domain/kernel/rejection.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createKeyedLock } from '../concurrency/keyedLock.ts';
import { canonicalJson } from '../kernel/canonicalJson.ts';
import { keyedHash } from '../kernel/keyedHash.ts';
import type { OpenEventLog } from '../log/eventLog.ts';
import { type EventStore, WrongExpectedRevision } from '../ports/eventStore.ts';
import type { MediaStore } from '../ports/media.ts';
import { createAppender } from './appender.ts';
import { attemptCommand, type Work } from './attempt.ts';
import { barredValue, createBars, type PersonsAct } from './bars.ts';
import { checkEnvelope } from './checkEnvelope.ts';
import { createClaims } from './claims.ts';
import type { CommandOutcomes, CommandTry } from './commandOutcomes.ts';
import { type DispatchContext, type DispatchEnvelope, type Outcome, refused } from './outcome.ts';
import { type Assume, createStreamStates, streamName } from './streamStates.ts';

/** Attempts of a command; another is made when a stream has changed during one. */
export const DISPATCH_MAX_ATTEMPTS = 10;

export interface DispatcherOptions {
  readonly store: EventStore;
  /** Left out: the target of a command is always read before it is decided. */
  readonly assume?: Assume | undefined;
  /** The same store, decrypted; it also seals events to append. */
  readonly log: Pick<OpenEventLog, 'readStream' | 'seal' | 'blank'>;
  readonly media: Pick<MediaStore, 'describe'>;
  /** Secrets of the vault by the same names. */
  readonly secrets: { readonly claim: Uint8Array; readonly command: Uint8Array };
  /** The wall clock: instants of events. */
  readonly clock: () => Date;
  /** Milliseconds since some fixed moment, independent of the wall clock; default: the process's own. */
  readonly uptime?: () => number;
  readonly aggregates: Readonly<Record<string, Aggregate>>;
  readonly commands: Readonly<Record<string, CommandDefinition>>;
  /** Of a sole process, or shared by several through the vault. */
  readonly outcomes: CommandOutcomes;
}

/** The only entry for changes. */
export interface Dispatcher {
  /**
   * Checks, decides and appends a command. The same id with the same content takes effect once (P2) and gets the
   * first outcome again; an accepted outcome is on disk (P1).
   *
   * @throws Unavailable the outcome is unknown: the sender retries with the same id (P7)
   */
  dispatch(envelope: DispatchEnvelope, context: DispatchContext): Promise<Outcome>;
  /** The decider's state of a stream, checked at its head: typed by the fact that names it (`userFact(id)`). */
  stateOf<State>(stream: StreamFact<State>): Promise<State>;
  /** Id of the stream that owns a unique value now, or `null`. `value` is normalised. */
  ownerOf(kind: ClaimRequest['kind'], value: string): Promise<string | null>;
  /** The refusal of a sign-in (GUARD-11), or `null`. Each way of signing in asks it. */
  barOf(userId: string, act?: Exclude<PersonsAct, object>): Promise<Rejection | null>;
  /** Forgets every cached state (after an erasure). */
  forgetStates(): void;
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { store, log, clock, secrets, uptime = () => performance.now() } = options;
  const assume = options.assume ?? null;
  const states = createStreamStates(log, options.aggregates);
  const blank = { log: log.blank, states: createStreamStates(log.blank, options.aggregates) };
  const appender = createAppender(store, log);
  const locks = createKeyedLock();
  // A bar never depends on personal data, and a missing key must not lift it.
  const bars = createBars(options.aggregates, blank.states, secrets.claim);
  const claims = createClaims({ log, states, appender, bars, locks, secret: secrets.claim, clock, uptime });
  const tools = { log, states, blank, appender, claims, bars, media: options.media };

  function prepare(definition: CommandDefinition, data: unknown, id: string, context: DispatchContext): Work {
    const { actor, campus } = context;
    const command = {
      id: effectiveCommandId(actorId(actor), id),
      type: definition.type,
      data,
    } as Command<string, never>;
    const content = canonicalJson({ type: definition.type, version: definition.version, data });
    return {
      definition,
      decider: deciderOf(options.aggregates, definition.category),
      command,
      context,
      hash: (value) => barredValue(secrets.claim, value),
      stream: streamName(definition.category, definition.target(command, actor)),
      meta: {
        commandId: command.id,
        commandHash: keyedHash(secrets.command, 'command', content),
        actor: actorId(actor),
        campus,
        at: clock().toISOString(),
        causedBy: context.causedBy ?? null,
      },
    };
  }

  async function attemptUntilSettled(work: Work, outcomes: CommandTry): Promise<Outcome> {
    for (let attempt = 0; attempt < DISPATCH_MAX_ATTEMPTS; attempt += 1) {
      const earlier = await outcomes.begin();
      if (earlier !== null) return earlier;
      try {
        // The instant is read under the stream's lock, so that instants in a stream never decrease.
        return await attemptCommand(
          { ...work, meta: { ...work.meta, at: clock().toISOString() } },
          // One that turned out not to be new is read.
          { ...tools, outcomes, assume: attempt === 0 ? assume : null },
        );
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
      }
    }
    throw new Unavailable(`Stream ${work.stream} is written by too many commands at once.`);
  }

  return {
    async dispatch(envelope, context) {
      const check = checkEnvelope(options.commands, envelope, context);
      if (!check.ok) return refused(check.rejection);
      const work = prepare(check.command.definition, check.command.data, envelope.id, context);
      return locks.run(work.stream, async () => {
        const outcomes = options.outcomes.open(work.meta, context.isOnlySender);
        try {
          const outcome = await attemptUntilSettled(work, outcomes);
          if (!outcome.ok || outcome.position === null) return await outcomes.settle(outcome);
          outcomes.accepted();
          return outcome;
        } catch (error) {
          await outcomes.abandon();
          throw error;
        }
      });
    },
    // The fact of a noun says what its decider makes of the stream.
    stateOf: async <State>({ category, id }: StreamFact<State>) =>
      (await states.current(streamName(category, id))).value.state as State,
    async ownerOf(kind, value) {
      const stream = await claims.ownerOf(kind, value);
      return stream === null ? null : stream.slice(stream.indexOf('-') + 1);
    },
    barOf: (userId, act = 'sign-in') => bars.ofPerson(userId, act),
    forgetStates() {
      states.clear();
      blank.states.clear();
    },
  };
}

function deciderOf(aggregates: DispatcherOptions['aggregates'], category: string): Aggregate['decider'] {
  const aggregate = aggregates[category];
  if (aggregate === undefined) throw new Error(`No noun is registered for the streams ${category}-….`);
  return aggregate.decider;
}
