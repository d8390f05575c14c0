import { collections } from '#projections/documentRegistry.ts';
import type { Topic } from '#projections/kernel/topic.ts';
import type { AnyDocument } from '#projections/sync/window.ts';
import type { Acknowledgements } from '../outbox/acknowledgements.ts';
import type { OutboxEntry, PendingCommand } from '../outbox/entry.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createDocuments, type Documents } from './documents.ts';
import type { Overlay } from './overlay.ts';
import type { RulesSource } from './rulesSource.ts';
import { createShown, type Shown, type ShownChange } from './shown.ts';
import { createView, type SyncView, type TopicState } from './view.ts';
import { createWindows } from './windows.ts';

/** Dependencies of the view, beside the documents. */
export interface DisplayParts {
  readonly rules: RulesSource;
  readonly outbox: Outbox;
  readonly acknowledgements: Acknowledgements;
}

const NOTHING: Overlay = new Map();

/** Computes the one view that components read: held documents under predictions, ordered in windows. */
export class Display {
  readonly view = createView();
  readonly documents: Documents;
  readonly #shown: Shown;
  readonly #parts: DisplayParts;
  readonly #windows;
  #awaitsRules = false;

  constructor(parts: DisplayParts) {
    this.#parts = parts;
    this.documents = createDocuments(collections);
    this.#shown = createShown(this.documents);
    this.#windows = createWindows(collections, this.#shown);
  }

  /** Shows changed documents and the outbox with its predictions in one step. @param changed identities of documents */
  show(changed: readonly string[] = []): void {
    const { outbox, acknowledgements } = this.#parts;
    const entries = sameIfEqual(this.view.getState().outbox, outbox.own());
    const waiting = outbox.effective().map((entry) => ({ entry, acknowledgedAt: null }));
    const pending = [...acknowledgements.unseen, ...waiting];
    const changes = this.#shown.update(changed, this.#predict(pending));
    this.#windows.note(changes);
    const windows = this.#windows.takeChanged();
    this.#set((view) => ({
      outbox: entries,
      documents: changes.length === 0 ? view.documents : withChanges(view.documents, changes),
      windows: windows.size === 0 ? view.windows : { ...view.windows, ...Object.fromEntries(windows) },
    }));
  }

  /** Without the rules nothing is predicted; what is pending loads them, and is shown then. */
  #predict(pending: readonly PendingCommand[]): Overlay {
    if (pending.length === 0) return NOTHING;
    const rules = this.#parts.rules.now();
    if (rules !== null) return rules.predict(pending, this.documents);
    if (!this.#awaitsRules) {
      this.#awaitsRules = true;
      void this.#parts.rules.load().then(() => this.show());
    }
    return NOTHING;
  }

  /** Shows nothing. */
  clear(): void {
    const held = [...this.documents.all()].map(([id]) => id);
    this.documents.clear();
    this.show(held);
  }

  /** Shows a topic's state; its window follows with the documents. @param topic `null`: unknown to this client */
  showTopic(name: string, topic: Topic | null, state: TopicState): void {
    const isRefused = state.status === 'refused';
    if (isRefused) this.#windows.drop(name);
    else if (topic !== null) this.#windows.hold(name, topic);
    this.#set((view) => ({
      topics: { ...view.topics, [name]: state },
      windows: isRefused ? without(view.windows, name) : view.windows,
    }));
  }

  /** @param floor order value at which the topic's window ends */
  setFloor(name: string, floor: string): void {
    this.#windows.setFloor(name, floor);
  }

  dropTopic(name: string): void {
    this.#windows.drop(name);
    this.#set((view) => ({ topics: without(view.topics, name), windows: without(view.windows, name) }));
  }

  /** Changes parts of the view; where each stays the same, nobody is called. */
  #set(change: (view: SyncView) => Partial<SyncView>): void {
    this.view.setState((view) => {
      const next = { ...view, ...change(view) };
      return (Object.keys(next) as (keyof SyncView)[]).every((part) => next[part] === view[part]) ? view : next;
    });
  }
}

function withChanges(before: SyncView['documents'], changes: readonly ShownChange[]): SyncView['documents'] {
  const documents: Record<string, AnyDocument> = { ...before };
  for (const { id, doc } of changes) {
    if (doc === null) delete documents[id];
    else documents[id] = doc;
  }
  return documents;
}

/** The same record where it has no such entry. */
function without<Value>(record: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> {
  if (!(name in record)) return record;
  const { [name]: _left, ...others } = record;
  return others;
}

/** The list already shown, if the new one has the same entries: components then do not render again. */
function sameIfEqual(before: readonly OutboxEntry[], after: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const isEqual = before.length === after.length && after.every((entry, place) => entry === before[place]);
  return isEqual ? before : after;
}
