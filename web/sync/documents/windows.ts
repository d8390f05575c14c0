import type { Topic } from '#projections/kernel/topic.ts';
import { type AnyDocument, type Collections, isInTopic, orderValue, WINDOW_END } from '#projections/sync/window.ts';
import type { Shown, ShownChange } from './shown.ts';

interface Window {
  readonly topic: Topic;
  /** Order value of each shown document of the topic, by key; includes those below the floor. */
  readonly members: Map<string, string>;
  floor: string;
  keys: readonly string[];
  dirty: boolean;
}

/** The ordered keys of each held topic's window. A window that did not change keeps its array. */
export interface Windows {
  /** Starts a topic's window, unless it is held already. */
  hold(name: string, topic: Topic): void;
  drop(name: string): void;
  setFloor(name: string, floor: string): void;
  note(changes: readonly ShownChange[]): void;
  /** Windows that changed since the last call. */
  takeChanged(): ReadonlyMap<string, readonly string[]>;
}

export function createWindows(collections: Collections, shown: Shown): Windows {
  const windows = new Map<string, Window>();

  function look(window: Window, collection: string, key: string, doc: AnyDocument | null): void {
    const order = isInTopic(collections, window.topic, collection, doc) ? orderValue(window.topic, doc) : undefined;
    if (window.members.get(key) === order) return;
    if (order === undefined) window.members.delete(key);
    else window.members.set(key, order);
    window.dirty = true;
  }

  return {
    hold(name, topic) {
      if (windows.has(name)) return;
      const window: Window = { topic, members: new Map(), floor: WINDOW_END, keys: [], dirty: true };
      windows.set(name, window);
      for (const [id, doc] of shown.all()) {
        const [collection = '', key = ''] = id.split(' ');
        if (collection === topic.collection) look(window, collection, key, doc);
      }
    },
    drop(name) {
      windows.delete(name);
    },
    setFloor(name, floor) {
      const window = windows.get(name);
      if (window === undefined || window.floor === floor) return;
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
