import { castDraft, produce } from 'immer';
import { collections } from '#projections/documentRegistry.ts';
import type { DocumentRef } from '#projections/kernel/collection.ts';
import type { Topic } from '#projections/kernel/topic.ts';
import type { Acknowledgements } from '../outbox/acknowledgements.ts';
import type { OutboxEntry, PendingCommand } from '../outbox/entry.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createDocuments, type Documents } from './documents.ts';
import type { Overlay } from './overlay.ts';
import type { RulesSource } from './rulesSource.ts';
import { createShown, type Shown } from './shown.ts';
import { createView, type TopicState } from './view.ts';
import { type Complete, createWindows } from './windows.ts';

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
    this.view.setState((view) =>
      produce(view, (draft) => {
        draft.outbox = castDraft(entries);
        for (const { id, doc } of changes) {
          if (doc === null) delete draft.documents[id];
          else draft.documents[id] = doc;
        }
        for (const [name, keys] of windows) draft.windows[name] = [...keys];
      }),
    );
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
  showTopic(name: string, topic: Topic | null, state: TopicState, complete: Complete): void {
    const isRefused = state.status === 'refused';
    if (isRefused) this.#windows.drop(name);
    else if (topic !== null) this.#windows.hold(name, topic, complete);
    this.view.setState((view) =>
      produce(view, (draft) => {
        draft.topics[name] = castDraft(state);
        if (isRefused) delete draft.windows[name];
      }),
    );
  }

  /** @param floor order value at which the topic's window ends @param answered the documents of the answer that says it */
  setReach(name: string, floor: string, complete: Complete, answered: readonly DocumentRef[]): void {
    this.#windows.setReach(name, floor, complete, answered);
  }

  dropTopic(name: string): void {
    this.#windows.drop(name);
    this.view.setState((view) =>
      produce(view, (draft) => {
        delete draft.topics[name];
        delete draft.windows[name];
      }),
    );
  }
}

/** The list already shown, if the new one has the same entries: components then do not render again. */
function sameIfEqual(before: readonly OutboxEntry[], after: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const isEqual = before.length === after.length && after.every((entry, place) => entry === before[place]);
  return isEqual ? before : after;
}
