import type { ClaimRequest, Command, CommandDefinition } from '#domain/kernel/command.ts';
import type { Decision } from '#domain/kernel/decider.ts';
import type { DomainEvent, EventMeta, RecordedEvent } from '#domain/kernel/event.ts';
import { STREAM_MAX_EVENTS } from '#domain/kernel/limits.ts';
import type { AnyDecider } from '#domain/kernel/noun.ts';
import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { type EventLog, Unavailable } from '#projections/engine/eventLog.ts';
import type { Release } from '../concurrency/keyedLock.ts';
import { SubjectDestroyed } from '../log/subjectKeys.ts';
import { TooLarge } from '../ports/eventStore.ts';
import type { MediaStore } from '../ports/media.ts';
import { type Appender, CommandIdSpent } from './appender.ts';
import type { Bars } from './bars.ts';
import type { Claims } from './claims.ts';
import type { CommandTry } from './commandOutcomes.ts';
import { type Facts, gatherFacts } from './facts.ts';
import { type DispatchContext, type Outcome, refused } from './outcome.ts';
import type { AtRevision } from './streamCache.ts';
import type { Assume, AssumedNew, StreamState, StreamStates } from './streamStates.ts';

/** A checked command, with all values that are the same in each of its attempts. */
export interface Work {
  readonly definition: CommandDefinition;
  readonly decider: AnyDecider;
  readonly command: Command<string, never>;
  readonly context: DispatchContext;
  /** Target stream. */
  readonly stream: string;
  readonly meta: EventMeta;
  /** See `DecideContext`. */
  readonly hash: (value: string) => string;
}

/** The log, and what its streams add up to. */
interface Streams {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly states: StreamStates;
}

/** Dependencies of an attempt. */
export interface Tools extends Streams {
  /** The same without personal data, for commands that are always taken. */
  readonly blank: Streams;
  readonly appender: Appender;
  readonly claims: Claims;
  readonly bars: Bars;
  readonly outcomes: CommandTry;
  readonly media: Pick<MediaStore, 'describe'>;
  /** `null`: a target is always read first. */
  readonly assume: Assume | null;
}

/**
 * Decides a command once against the heads of all streams that it concerns, and appends.
 *
 * A target that nothing is known of is taken for new, where that is allowed: the append at its exact revision finds out.
 * What that does not settle, the stream is read for.
 *
 * @param knownFence position of a fence against copies of the command that was in the log before this attempt's mark
 * @throws WrongExpectedRevision a stream has changed: attempt the command again
 * @throws Unavailable the outcome is unknown
 */
export async function attemptCommand(work: Work, tools: Tools, knownFence?: string): Promise<Outcome> {
  // All at once: one round trip to the log instead of three. A repeated command does not use the facts.
  const { actor } = work.context;
  const [head, gathered, bar] = await Promise.allSettled([
    targetOf(work, tools),
    gatherFacts(work.definition, work.command, actor, tools),
    actor.kind === 'user' ? tools.bars.ofPerson(actor.userId, { command: work.command.type }) : null,
  ]);
  const target = resultOf(head);
  if ('after' in target) {
    // A repeated command needs no facts: its stream is read where they are missing.
    const isWhole = gathered.status === 'fulfilled' && bar.status === 'fulfilled';
    const outcome = isWhole ? await appendAsNew(work, tools, target, gathered.value, bar.value) : null;
    return outcome ?? attemptCommand(work, { ...tools, assume: null }, knownFence);
  }
  const knownHash = target.value.commands.get(work.meta.commandId);
  if (knownHash !== undefined) {
    return knownHash === work.meta.commandHash ? firstOutcome(work, tools) : refused(rejection('COMMAND_ID_REUSED'));
  }

  // Who set the fence has taken the mark of this attempt away: the log is read again under a new one.
  const fence = target.value.fences.get(work.meta.commandId);
  if (fence !== undefined && fence !== knownFence) {
    return (await tools.outcomes.begin()) ?? attemptCommand(work, tools, fence);
  }
  const facts = resultOf(gathered);
  const barred = resultOf(bar);
  if (barred !== null) return settleWithout(work, tools, target, { ok: false, rejection: barred });
  try {
    return await decideAndAppend(work, tools, target, facts);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    // Events that can't be appended now may have been appended by an earlier try: before its author was erased, for one.
    return settleWithout(work, tools, target, { ok: false, rejection: refusal });
  }
}

/** An erasure is always possible (P10): it needs no key. */
function streamsFor({ definition }: Work, tools: Tools): Streams {
  return definition.isLast ? tools.blank : tools;
}

async function targetOf(work: Work, tools: Tools): Promise<AtRevision<StreamState> | AssumedNew> {
  const { assume } = tools;
  const mayBeNew = assume !== null && !work.definition.isLast && claimsInOrder(work).length === 0;
  const assumed = mayBeNew ? await tools.states.asNew(work.stream, assume) : null;
  return assumed ?? streamsFor(work, tools).states.current(work.stream);
}

/**
 * Decides a command on a target that is taken for new, and appends.
 *
 * @returns `null` if its stream has to be read: the command would not be accepted, or its events were there before
 * @throws WrongExpectedRevision the stream is not new
 */
async function appendAsNew(
  work: Work,
  tools: Tools,
  target: AssumedNew,
  facts: Facts,
  barred: Rejection | null,
): Promise<Outcome | null> {
  if (barred !== null) return null;
  const decision = decide(work, target, facts, {});
  if (!decision.ok || decision.events.length === 0 || decision.events.length > STREAM_MAX_EVENTS) return null;
  try {
    const outcome = await appendDecided(work, tools, target, decision.events);
    // The store gives the first outcome of a repeated append: only the stream shows the content of what was first.
    return outcome.ok && outcome.position !== null && outcome.position > target.after ? outcome : null;
  } catch (error) {
    if (refusalOf(error) === null) throw error;
    return null;
  }
}

async function decideAndAppend(
  work: Work,
  tools: Tools,
  target: AtRevision<StreamState>,
  facts: Facts,
): Promise<Outcome> {
  const requests = claimsInOrder(work);
  // Decided first as if every value were free: a command that is refused anyway must not claim one.
  const probe = decide(work, target, facts, firstCandidates(requests));
  if (!probe.ok || probe.events.length === 0) return settleWithout(work, tools, target, probe);
  if (requests.length === 0) return append(work, tools, target, probe.events);

  const releases: Release[] = [];
  try {
    const taken = await takeAll(claimsInOrder(work), work, tools, releases);
    if (!taken.ok) return await settleWithout(work, tools, target, taken);
    const decision = decide(work, target, facts, taken.claimed);
    if (!decision.ok || decision.events.length === 0) return await settleWithout(work, tools, target, decision);
    return await append(work, tools, target, decision.events);
  } finally {
    for (const release of releases) release();
  }
}

/** Errors of an append that trying again does not mend. */
function refusalOf(error: unknown): Rejection | null {
  if (error instanceof TooLarge) return rejection('COMMAND_TOO_LARGE');
  if (error instanceof CommandIdSpent) return rejection('COMMAND_ID_REUSED');
  return error instanceof SubjectDestroyed ? rejection('USER_ERASED') : null;
}

function resultOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Claims in order of their kind: all commands take locks in the same order, so they cannot deadlock. */
function claimsInOrder({ definition, command, context }: Work): readonly ClaimRequest[] {
  return [...definition.claims(command, context.actor)].sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

function firstCandidates(requests: readonly ClaimRequest[]): Readonly<Record<string, string>> {
  const claimed: Record<string, string> = {};
  for (const { kind, candidates } of requests) {
    for (const value of candidates) {
      claimed[kind] = value;
      break;
    }
  }
  return claimed;
}

type TakenAll =
  | { readonly ok: true; readonly claimed: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly rejection: Rejection };

async function takeAll(
  requests: readonly ClaimRequest[],
  work: Work,
  tools: Tools,
  releases: Release[],
): Promise<TakenAll> {
  const claimed: Record<string, string> = {};
  for (const request of requests) {
    const taken = await tools.claims.take(request, { stream: work.stream, meta: work.meta });
    if (!taken.ok) return { ok: false, rejection: taken.barred ?? request.taken };
    releases.push(taken.release);
    claimed[request.kind] = taken.value;
  }
  return { ok: true, claimed };
}

function decide(
  { decider, command, context, meta, hash }: Work,
  target: AtRevision<StreamState>,
  facts: Facts,
  claimed: Readonly<Record<string, string>>,
): Decision<DomainEvent> {
  return decider.decide(target.value.state, command, {
    now: meta.at,
    actor: context.actor,
    campus: context.campus,
    hash,
    facts: { ...facts, claimed },
  });
}

/** Settles a refusal, or nothing to do. Fences first when an earlier append of the command might still land (P7). */
async function settleWithout(
  work: Work,
  tools: Tools,
  target: AtRevision<StreamState>,
  decision: { readonly ok: true } | { readonly ok: false; readonly rejection: Rejection },
): Promise<Outcome> {
  if (await tools.outcomes.mayLand()) {
    const fenced = { type: 'Fenced', data: { commandId: work.meta.commandId } };
    await tools.appender.system(work.stream, target.revision, fenced, work.meta);
    await tools.outcomes.fenced();
  }
  return decision.ok ? { ok: true, position: null, events: [] } : refused(decision.rejection);
}

async function append(
  work: Work,
  tools: Tools,
  target: AtRevision<StreamState>,
  events: readonly DomainEvent[],
): Promise<Outcome> {
  const isFull = target.value.eventCount + events.length > STREAM_MAX_EVENTS;
  if (isFull && !work.definition.isLast) {
    return settleWithout(work, tools, target, { ok: false, rejection: rejection('STREAM_FULL') });
  }
  return appendDecided(work, tools, target, events);
}

async function appendDecided(
  work: Work,
  tools: Tools,
  target: AtRevision<StreamState>,
  events: readonly DomainEvent[],
): Promise<Outcome> {
  let appended: readonly RecordedEvent[] | null;
  try {
    appended = await tools.appender.decided(work.stream, target.revision, events, work.meta);
  } catch (error) {
    if (error instanceof Unavailable) await tools.outcomes.uncertain();
    throw error;
  }
  return appended === null ? recorded(work, tools, target.revision + 1) : outcomeOf(appended);
}

/** The outcome of a command that its stream has already, read from the stream. */
async function firstOutcome(work: Work, tools: Tools): Promise<Outcome> {
  return recorded(work, tools, 0);
}

async function recorded(work: Work, tools: Tools, fromRevision: number): Promise<Outcome> {
  const { stream, meta } = work;
  const read = await streamsFor(work, tools).log.readStream(stream, fromRevision);
  return outcomeOf(read.filter((event) => event.meta.commandId === meta.commandId && event.type !== 'Fenced'));
}

function outcomeOf(events: readonly RecordedEvent[]): Outcome {
  return { ok: true, position: events.at(-1)?.position ?? null, events };
}
