import { type DocumentRef, refId } from '#projections/kernel/collection.ts';
import type { Topic } from '#projections/kernel/topic.ts';
import { type AnyDocument, type Collections, isInTopic, orderValue, WINDOW_END } from '#projections/sync/window.ts';
import type { Shown, ShownChange } from './shown.ts';

/** Before every position. */
export const NOTHING_SEEN = '';

/**
 * Position up to which a window has everything; `live`: it gets everything as it happens. What happened later enters with
 * the topic's own answer, even if another topic brings it before: else the newest message would stand in a conversation
 * that still lacks those before it. Predictions enter always, and so does all of an answer, which may have documents that
 * are newer than its position.
 */
export type Complete = string | 'live';

const NOTHING: ReadonlySet<string> = new Set();

interface Window {
  readonly topic: Topic;
  /** Order value of each shown document of the topic, by key; includes those below the floor. */
  readonly members: Map<string, string>;
  floor: string;
  complete: Complete;
  /** Keys of the documents in its answers, while it is not live. */
  own: ReadonlySet<string>;
  keys: readonly string[];
  dirty: boolean;
}

/** The ordered keys of each held topic's window. A window that did not change keeps its array. */
export interface Windows {
  /** Starts a topic's window, unless it is held already, and says up to where it is complete. */
  hold(name: string, topic: Topic, complete: Complete): void;
  drop(name: string): void;
  /** @param floor order value at which the window ends @param answered the documents of the answer that says it */
  setReach(name: string, floor: string, complete: Complete, answered: readonly DocumentRef[]): void;
  note(changes: readonly ShownChange[]): void;
  /** Windows that changed since the last call. */
  takeChanged(): ReadonlyMap<string, readonly string[]>;
}

export function createWindows(collections: Collections, shown: Shown): Windows {
  const windows = new Map<string, Window>();

  function look(window: Window, collection: string, key: string, doc: AnyDocument | null): void {
    const order = isInTopic(collections, window.topic, collection, doc) ? orderValue(window.topic, doc) : undefined;
    const known = window.members.get(key);
    if (known === order || (known === undefined && isAhead(window, { collection, key }))) return;
    if (order === undefined) window.members.delete(key);
    else window.members.set(key, order);
    window.dirty = true;
  }

  function isAhead({ complete, own }: Window, ref: DocumentRef): boolean {
    if (complete === 'live' || own.has(ref.key)) return false;
    const position = shown.positionOf(refId(ref));
    return position !== null && position > complete;
  }

  function lookAtAll(window: Window): void {
    for (const [id, doc] of shown.all()) {
      const [collection = '', key = ''] = id.split(' ');
      if (collection === window.topic.collection) look(window, collection, key, doc);
    }
  }

  function setComplete(window: Window, complete: Complete): void {
    if (window.complete === complete) return;
    window.complete = complete;
    window.own = NOTHING;
    lookAtAll(window);
  }

  return {
    hold(name, topic, complete) {
      const held = windows.get(name);
      if (held !== undefined) return setComplete(held, complete);
      const window: Window = {
        topic,
        members: new Map(),
        floor: WINDOW_END,
        complete,
        own: NOTHING,
        keys: [],
        dirty: true,
      };
      windows.set(name, window);
      lookAtAll(window);
    },
    drop(name) {
      windows.delete(name);
    },
    setReach(name, floor, complete, answered) {
      const window = windows.get(name);
      if (window === undefined) return;
      if (complete === 'live') setComplete(window, complete);
      else {
        const keys = answered.filter(({ collection }) => collection === window.topic.collection).map(({ key }) => key);
        window.own = new Set([...window.own, ...keys]);
        window.complete = complete;
        lookAtAll(window);
      }
      if (window.floor === floor) return;
      window.floor = floor;
      window.dirty = true;
    },
    note(changes) {
      for (const { collection, key, doc } of changes) {
        for (const window of windows.values()) {
          if (collection === window.topic.collection) look(window, collection, key, doc);
        }
      }
    },
    takeChanged() {
      const changed = new Map<string, readonly string[]>();
      for (const [name, window] of windows) {
        if (!window.dirty) continue;
        window.dirty = false;
        const keys = orderedKeys(window);
        if (keys.length === window.keys.length && keys.every((key, place) => key === window.keys[place])) continue;
        window.keys = keys;
        changed.set(name, keys);
      }
      return changed;
    },
  };
}

/** The greatest order value first (equal ones by key, descending), as read stores do. */
function orderedKeys({ members, floor }: Window): readonly string[] {
  return [...members]
    .filter(([, order]) => order >= floor)
    .sort(([keyA, a], [keyB, b]) => compare(b, a) || compare(keyB, keyA))
    .map(([key]) => key);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
