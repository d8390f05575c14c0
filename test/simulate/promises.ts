import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { differenceOf } from '#projections/engine/differences.ts';
import { START } from '#projections/engine/eventLog.ts';
import { foldBatch } from '#projections/engine/foldBatch.ts';
import { refId, type Versioned } from '#projections/kernel/collection.ts';
import { collections, foldTable } from '#projections/registry.ts';
import { formatPosition } from '#server/log/position.ts';
import type { AccessOracle } from './accessOracle.ts';
import type { Community, GivenCommand, Member } from './community.ts';
import { freshState, shownState } from './expectation.ts';

/** A story after quiet, with everything that the promises are held against. */
export interface Ending extends Pick<Community, 'server' | 'members' | 'closed'> {
  readonly events: readonly RecordedEvent[];
  readonly oracle: AccessOracle;
}

/** A promise that was broken. Ids only: no content. */
export interface Finding {
  readonly promise: string;
  readonly problem: string;
}

type Check = (ending: Ending) => Iterable<string> | Promise<Iterable<string>>;

/** Event types that bar or reserve something, and are no effect of the command which caused them. */
const NO_EFFECTS: ReadonlySet<string> = new Set(['Fenced', 'Held']);

/** What always holds (ARCHITECTURE.md, "Invariants"), each as a check of how a story ended. */
const CHECKS: Readonly<Record<string, Check>> = {
  *P1({ events, ...tabs }) {
    const positions = new Map(events.map((event) => [event.position, event.meta.commandId]));
    for (const { outcome, commandId } of given(tabs)) {
      if (outcome?.ok !== true || outcome.position === null) continue;
      if (positions.get(outcome.position) !== commandId) yield `${commandId} was acknowledged and is not in the log`;
    }
  },
  *P2({ events, ...tabs }) {
    if (new Set(events.map(({ id }) => id)).size !== events.length) yield 'an event id is in the log twice';
    const effects = effectsOf(events);
    for (const { commandId } of given(tabs)) {
      const count = effects.get(commandId)?.length ?? 0;
      if (count > 1) yield `${commandId} took effect ${count} times`;
    }
  },
  *P3({ events }) {
    for (const [place, { position }] of events.entries()) {
      if (position !== formatPosition(place + 1)) yield `position ${position} stands in place ${place + 1}`;
    }
    for (const [stream, own] of Map.groupBy(events, (event) => event.stream)) {
      if (own.some(({ revision }, place) => revision !== place)) yield `${stream} has a gap`;
    }
  },
  *P4({ events, server }) {
    for (const error of server.errors) yield `the program failed: ${String(error)}`;
    const folded = foldAnew(events);
    const live = new Map<string, Versioned>();
    for (const { name } of collections.values()) {
      for (const document of server.store.documents.all(name)) live.set(refId(document), document);
    }
    for (const id of new Set([...folded.keys(), ...live.keys()])) {
      const difference = differenceOf(live.get(id), folded.get(id));
      if (difference !== null) yield `${id} is not what the log says: ${difference.kind} ${difference.fields.join()}`;
    }
  },
  async P5({ server, members }) {
    const problems: string[] = [];
    for (const [place, { store, userId, transport }] of members.entries()) {
      // A page that was away when its session ended learns of it with the next thing that it asks over HTTP.
      if (isOut(server, userId) && transport.userId !== null) continue;
      const fresh = await freshState(
        { store: server.store, collections },
        store.floors(),
        isOut(server, userId) ? null : userId,
      );
      const shown = shownState(store);
      for (const part of ['documents', 'windows', 'refused'] as const) {
        const differing = differingKeys(shown[part], fresh[part]);
        if (differing.length > 0)
          problems.push(`tab ${place} differs from a fresh snapshot in ${differing.join(', ')}`);
      }
    }
    return problems;
  },
  *P6({ events }) {
    for (const [commandId, own] of effectsOf(events)) {
      const [first] = own;
      const isWhole = own.every(({ stream, revision }, at) => {
        return stream === first?.stream && revision === first.revision + at;
      });
      if (!isWhole) yield `the effect of ${commandId} is in parts`;
    }
  },
  *P7({ events, members, server, ...tabs }) {
    const effects = effectsOf(events);
    for (const { outcome, commandId } of given({ members, ...tabs })) {
      const own = effects.get(commandId) ?? [];
      if (outcome?.ok === false && own.length > 0)
        yield `${commandId} was refused (${outcome.refusal.code}) and took effect`;
      if (outcome?.ok === true && outcome.position !== (own.at(-1)?.position ?? null)) {
        yield `${commandId} was told position ${outcome.position}, the log says ${own.at(-1)?.position ?? null}`;
      }
    }
    for (const [place, { sent, store, userId }] of members.entries()) {
      // Whoever was erased can be told nothing: the session is gone, the commands wait for nobody.
      if (isOut(server, userId)) continue;
      for (const { commandId, outcome, page } of sent) {
        if (page === store && outcome === null) yield `tab ${place} was never told what became of ${commandId}`;
      }
      for (const { commandId, status } of store.view.getState().outbox) {
        if (status !== 'rejected') yield `tab ${place} still has ${commandId} in its outbox: ${status}`;
      }
    }
  },
  P8: ({ oracle }) => oracle.leaks,
};

/** Holds every promise against the end of a story. */
export async function findings(ending: Ending): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const [promise, check] of Object.entries(CHECKS)) {
    for (const problem of await check(ending)) found.push({ promise, problem });
  }
  return found;
}

function isOut(server: Ending['server'], userId: string | null): boolean {
  return userId !== null && server.signedOut.has(userId);
}

function given({ members, closed }: Pick<Ending, 'members' | 'closed'>): readonly GivenCommand[] {
  return [...members, ...closed].flatMap(({ sent }: Member) => sent);
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
