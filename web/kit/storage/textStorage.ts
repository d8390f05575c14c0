/**
 * Short texts that a browser keeps by name. Where it keeps none (site data blocked, or its room full), they last for the
 * visit, and every page works as ever. The linter refuses the browser's own names elsewhere.
 */

/** Texts by name. None of this throws. */
export interface TextStorage {
  getItem(name: string): string | null;
  /** @returns whether the browser keeps it, or only this visit */
  setItem(name: string, text: string): boolean;
  removeItem(name: string): void;
  /** The names of all texts. */
  names(): readonly string[];
}

/** The part of the browser's `Storage` that is used. */
type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

let isSaid = false;

/**
 * @param open gives the browser's storage, or throws: in some browsers already the name does
 * @param visit texts of this visit that the browser did not take; `null`: it was taken away, though the browser still has it
 */
export function createTextStorage(open: () => BrowserStorage, visit = new Map<string, string | null>()): TextStorage {
  function attempt<T>(task: (storage: BrowserStorage) => T): T | undefined {
    try {
      return task(open());
    } catch (error) {
      if (!isSaid) console.warn('This browser keeps nothing for us: it lasts for this visit.', error);
      isSaid = true;
      return undefined;
    }
  }

  return {
    getItem(name) {
      const ofVisit = visit.get(name);
      return ofVisit === undefined ? (attempt((storage) => storage.getItem(name)) ?? null) : ofVisit;
    },
    setItem(name, text) {
      const isKept = attempt((storage) => {
        storage.setItem(name, text);
        return true;
      });
      if (isKept === true) visit.delete(name);
      else visit.set(name, text);
      return isKept === true;
    },
    removeItem(name) {
      const isGone = attempt((storage) => {
        storage.removeItem(name);
        return true;
      });
      if (isGone === true) visit.delete(name);
      else visit.set(name, null);
    },
    names() {
      const kept = attempt((storage) => Object.keys(storage)) ?? [];
      const all = new Set([...kept, ...visit.keys()]);
      return [...all].filter((name) => visit.get(name) !== null);
    },
  };
}

/** Over all visits and tabs. */
export const deviceStorage = createTextStorage(() => globalThis.localStorage);
/** Over the reloads of this tab. */
export const tabStorage = createTextStorage(() => globalThis.sessionStorage);
