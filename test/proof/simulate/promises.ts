import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { isSealed } from '#domain/kernel/personal.ts';
import { differenceOf } from '#projections/engine/differences.ts';
import { START } from '#projections/engine/eventLog.ts';
import { foldBatch } from '#projections/engine/foldBatch.ts';
import { refId, type Versioned } from '#projections/kernel/collection.ts';
import { collections, foldTable } from '#projections/registry.ts';
import { happenedOf, unlawful } from '#test/model/lawful.ts';
import type { StoredFile } from '#test/model/model.ts';
import { naiveDifferences } from '#test/model/naive.ts';
import { models } from '#test/model/nouns.ts';
import type { AccessOracle } from './accessOracle.ts';
import type { Community, GivenCommand, Member } from './community.ts';
import { freshState, shownState } from './expectation.ts';
import { outOf } from './standing.ts';

/** A story after quiet, with everything that the promises are held against. */
export interface Ending extends Pick<Community, 'server' | 'members' | 'closed' | 'orders' | 'mistakes' | 'erased'> {
  readonly events: readonly RecordedEvent[];
  readonly oracle: AccessOracle;
}

/** A promise that was broken. Ids only: no content. */
export interface Finding {
  readonly promise: string;
  readonly problem: string;
}

type Check = (ending: Ending) => Iterable<string> | AsyncIterable<string> | Promise<Iterable<string>>;

/** Event types that bar or reserve something, and are no effect of the command which caused them. */
const NO_EFFECTS: ReadonlySet<string> = new Set(['Fenced', 'Held']);

/**
 * The invariants (ARCHITECTURE.md, "Invariants"), each as a check of a story's end, and the rules of the nouns by their
 * models, those of money beside the provider's books. P9 is not checked.
 */
const CHECKS: Readonly<Record<string, Check>> = {
  *P1({ events, server, ...tabs }) {
    const positions = new Map(events.map((event) => [event.position, event.meta.commandId]));
    for (const { outcome, commandId } of given(tabs)) {
      if (outcome?.ok !== true || outcome.position === null || server.lost.has(commandId)) continue;
      if (positions.get(outcome.position) !== commandId) yield `${commandId} was acknowledged and is not in the log`;
    }
  },
  *P2({ events, ...tabs }) {
    if (new Set(events.map(({ id }) => id)).size !== events.length) yield 'an event id is in the log twice';
    const effects = effectsOf(events);
    for (const { commandId } of given(tabs)) {
      // No command makes two events of one type.
      const types = (effects.get(commandId) ?? []).map(({ type }) => type);
      if (new Set(types).size < types.length) yield `${commandId} took effect again: ${types.join()}`;
    }
  },
  async *P3({ events, server }) {
    const counted = await server.disk.events.distance(START, events.at(-1)?.position ?? START);
    if (counted !== events.length) yield `the log counts ${counted} events, ${events.length} can be read`;
    for (const [place, { position }] of events.entries()) {
      const before = events[place - 1]?.position ?? START;
      if (position <= before) yield `position ${position} comes after ${before}`;
    }
    for (const [stream, own] of Map.groupBy(events, (event) => event.stream)) {
      if (own.some(({ revision }, place) => revision !== place)) yield `${stream} has a gap`;
    }
  },
  async *P4({ events, server }) {
    for (const error of server.errors) yield `the program failed: ${String(error)}`;
    const folded = foldAnew(await server.sealedEvents());
    const live = new Map<string, Versioned>();
    for (const { name } of collections.values()) {
      for (const document of server.store.documents.all(name)) live.set(refId(document), document);
    }
    for (const id of new Set([...folded.keys(), ...live.keys()])) {
      const difference = differenceOf(live.get(id), folded.get(id));
      if (difference !== null) yield `${id} is not what the log says: ${difference.kind} ${difference.fields.join()}`;
    }
    if (server.verified === null) yield 'the read models could not be compared with the log';
    else if (server.verified.differences.length > 0) yield 'quad verify finds differences';
    const { process } = server;
    if (process?.projector.position !== events.at(-1)?.position)
      yield 'the projector does not reach the end of the log';
  },
  async P5({ server, members, erased, events }) {
    const problems: string[] = [];
    const out = outOf(events);
    for (const [place, { store, userId, transport }] of members.entries()) {
      const isOut = userId !== null && (erased.has(userId) || out.has(userId));
      if (isOut && transport.userId !== null)
        problems.push(`tab ${place} does not know that its user is erased or banned`);
      const fresh = await freshState({ store: server.reads, collections }, store.floors(), isOut ? null : userId);
      const shown = shownState(store);
      for (const part of ['documents', 'windows', 'refused'] as const) {
        const differing = differingKeys(shown[part], fresh[part]);
        if (differing.length > 0)
          problems.push(`tab ${place} differs from a fresh snapshot in ${differing.join(', ')}`);
      }
    }
    return problems;
  },
  async *P6({ events, server }) {
    const places = new Map(events.map((event, place) => [event, place]));
    for (const [commandId, own] of effectsOf(events))
      if (!isWhole(own, places)) yield `the effect of ${commandId} is in parts`;
    yield* unfinished(events, server);
    yield* await lostFiles(server);
  },
  *P7({ events, members, erased, server, ...tabs }) {
    const effects = effectsOf(events);
    const out = outOf(events);
    for (const { outcome, commandId } of given({ members, ...tabs })) {
      const own = effects.get(commandId) ?? [];
      if (outcome?.ok === false && own.length > 0)
        yield `${commandId} was refused (${outcome.refusal.code}) and took effect`;
      if (server.lost.has(commandId)) continue;
      if (outcome?.ok === true && outcome.position !== (own.at(-1)?.position ?? null)) {
        yield `${commandId} got position ${outcome.position}, the log says ${own.at(-1)?.position ?? null}`;
      }
    }
    for (const { outcome, commandId } of tabs.orders) {
      if (outcome === null) yield `an edge never learnt the outcome of ${commandId}`;
    }
    for (const { isTakenBack, commandId } of [...members, ...tabs.closed].flatMap(({ sent }) => sent)) {
      if (isTakenBack && effects.has(commandId)) yield `${commandId} was taken back and took effect`;
    }
    for (const [place, { sent, store, userId }] of members.entries()) {
      // An erased or banned person gets no answers: the session has ended, and the commands wait in no page.
      if (userId !== null && (erased.has(userId) || out.has(userId))) continue;
      for (const { commandId, outcome, page } of sent) {
        if (page === store && outcome === null) yield `tab ${place} never learnt the outcome of ${commandId}`;
      }
      for (const { commandId, status } of store.view.getState().outbox) {
        if (status !== 'rejected') yield `tab ${place} still has ${commandId} in its outbox: ${status}`;
      }
    }
  },
  *P8({ oracle, events, server }) {
    yield* oracle.leaks;
    const out = outOf(events);
    for (const [sessionId, userId] of server.disk.sessions) {
      if (out.has(userId)) yield `the session ${sessionId} of ${userId}, who is banned or erased, still stands`;
    }
  },
  *rules({ events, server, mistakes }) {
    yield* unlawful(events.map(happenedOf), { across: false });
    yield* naiveDifferences(events, server.store.documents);
    for (const { given, code } of mistakes) {
      const isTaken = given.outcome?.ok === true && !server.lost.has(given.commandId);
      if (isTaken) yield `${given.commandId} was to be refused with ${code} and was acknowledged`;
    }
  },
  async *money({ events, server }) {
    const books = { history: events, booked: server.provider.booked(), now: server.clock() };
    for (const { money } of models) yield* money?.(books) ?? [];
  },
  async P10({ events, server }) {
    const { disk } = server;
    const problems: string[] = [];
    const documents = await openDocuments(server, [...collections.keys()]);
    for (const { type, data } of events) {
      if (type !== 'SubjectErased') continue;
      const { userId } = data as { readonly userId: string };
      const key = (await disk.vault.keys.find([userId])).get(userId);
      if (key !== undefined && key !== 'destroyed') problems.push(`the key of ${userId} was not destroyed`);
      if ([...disk.sessions.values()].includes(userId)) problems.push(`${userId} still has a session`);
      if ([...disk.uploads.values()].some(({ owner }) => owner === userId))
        problems.push(`files of ${userId} are left`);
      if (disk.mails.some(({ recipient }) => recipient === userId)) problems.push(`mails to ${userId} are left`);
      const readable = documents.filter((document) => isReadable(document, userId));
      for (const document of readable) problems.push(`${refId(document)} of ${userId} can still be read`);
    }
    return problems;
  },
};

/** Holds every promise against the end of a story. */
export async function findings(ending: Ending): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const [promise, check] of Object.entries(CHECKS)) {
    for await (const problem of await check(ending)) found.push({ promise, problem });
  }
  return found;
}

function given({ members, closed, orders }: Pick<Ending, 'members' | 'closed' | 'orders'>): readonly GivenCommand[] {
  return [...[...members, ...closed].flatMap(({ sent }: Member) => sent), ...orders];
}

/**
 * One append in one stream, complete: a sign-up includes a code.
 *
 * @param places of the events in the log
 */
function isWhole(own: readonly RecordedEvent[], places: ReadonlyMap<RecordedEvent, number>): boolean {
  const [first] = own;
  if (first?.type === 'UserRegistered' && own[1]?.type !== 'CodeRequested') return false;
  return own.every((event, at) => {
    const before = own[at - 1];
    const isNext = before === undefined || places.get(event) === (places.get(before) ?? Number.NaN) + 1;
    return isNext && event.stream === first?.stream && event.revision === first.revision + at;
  });
}

/** Consequences of events that are missing: of the reactors by their checkpoints, and by the models of the nouns. */
function* unfinished(events: readonly RecordedEvent[], { process, disk, store }: Ending['server']): Iterable<string> {
  const head = events.at(-1)?.position;
  for (const reactor of process?.reactors ?? []) {
    const { name, position, problem } = reactor.status();
    if (position !== head || problem !== null) yield `the reactor ${name} stands at ${position}: ${problem}`;
  }
  const uploads = [...disk.uploads.values()].map(({ folder, media }) => ({ folder, name: media.name }));
  const held = new Set<string>();
  for (const model of models) {
    for (const { folder, names } of model.holds?.(events) ?? []) {
      for (const name of names) held.add(`${folder}/${name}`);
    }
  }
  const isHeld = ({ folder, name }: StoredFile) => held.has(`${folder}/${name}`);
  const quiet = { history: events, documents: store.documents, uploads, isHeld };
  for (const model of models) yield* model.unfinished?.(quiet) ?? [];
}

/** Files that a document names and that are not there. */
async function lostFiles(server: Ending['server']): Promise<readonly string[]> {
  const filesOf = new Map(models.flatMap(({ files = {} }) => Object.entries(files)));
  const problems: string[] = [];
  for (const { collection, key, doc } of await openDocuments(server, [...filesOf.keys()])) {
    const { folder, names } = (doc === null ? undefined : filesOf.get(collection)?.(doc)) ?? NO_FILES;
    const lost = names.filter((name) => !server.disk.uploads.has(`${folder}/${name}`));
    for (const name of lost) problems.push(`${key} has lost its file ${name}`);
  }
  return problems;
}

const NO_FILES = { folder: '', names: [] };

/** Whether personal data of a subject in a document can be read. */
function isReadable({ collection, doc }: Versioned, userId: string): boolean {
  const { subject = null, personal = [] } = collections.get(collection) ?? {};
  const fields = doc as Readonly<Record<string, unknown>> | null;
  if (fields === null || subject === null || fields[subject] !== userId) return false;
  return personal.some((field) => fields[field] !== null && !isSealed(fields[field]));
}

/** Documents as a person would receive them. */
function openDocuments({ reads, store }: Ending['server'], names: readonly string[]): Promise<readonly Versioned[]> {
  return reads.open(names.flatMap((name) => [...store.documents.all(name)]));
}

function effectsOf(events: readonly RecordedEvent[]): ReadonlyMap<string, readonly RecordedEvent[]> {
  const effects = events.filter(({ type }) => !NO_EFFECTS.has(type));
  return Map.groupBy(effects, ({ meta }) => meta.commandId);
}

/** The documents that the log makes, each in its last version. */
function foldAnew(events: readonly RecordedEvent[]): ReadonlyMap<string, Versioned> {
  const { rows } = foldBatch(foldTable, START, events, [], new Map());
  return new Map(rows.map((row) => [refId(row), row]));
}

function differingKeys(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !isDeepStrictEqual(a[key], b[key]));
}
