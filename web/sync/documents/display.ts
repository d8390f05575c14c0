import { castDraft, produce } from 'immer';
import type { Topic } from '#projections/kernel/topic.ts';
import type { Acknowledgements } from '../outbox/acknowledgements.ts';
import type { OutboxEntry } from '../outbox/entry.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createDocuments, type Documents } from './documents.ts';
import { type OverlayRules, predictAll } from './overlay.ts';
import { createShown, type Shown } from './shown.ts';
import { createView, type TopicState } from './view.ts';
import { createWindows } from './windows.ts';

/** Dependencies of the view, beside the documents. */
export interface DisplayParts {
  readonly rules: OverlayRules;
  readonly outbox: Outbox;
  readonly acknowledgements: Acknowledgements;
}

/** Computes the one view that components read: held documents under predictions, ordered in windows. */
export class Display {
  readonly view = createView();
  readonly documents: Documents;
  readonly #shown: Shown;
  readonly #parts: DisplayParts;
  readonly #windows;

  constructor(parts: DisplayParts) {
    this.#parts = parts;
    const { collections } = parts.rules.foldTable;
    this.documents = createDocuments(collections);
    this.#shown = createShown(this.documents);
    this.#windows = createWindows(collections, this.#shown);
  }

  /** Shows changed documents and the outbox with its predictions in one step. @param changed identities of documents */
  show(changed: readonly string[] = []): void {
    const { rules, outbox, acknowledgements } = this.#parts;
    const entries = sameIfEqual(this.view.getState().outbox, outbox.own());
    const waiting = outbox.effective().map((entry) => ({ entry, acknowledgedAt: null }));
    const pending = [...acknowledgements.unseen, ...waiting];
    const changes = this.#shown.update(changed, predictAll(rules, pending, this.documents));
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
    this.view.setState((view) =>
      produce(view, (draft) => {
        draft.topics[name] = castDraft(state);
        if (isRefused) delete draft.windows[name];
      }),
    );
  }

  /** @param floor order value at which the topic's window ends */
  setFloor(name: string, floor: string): void {
    this.#windows.setFloor(name, floor);
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
