import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createTextStorage } from '#web/kit/storage/textStorage.ts';

/** A browser's storage, as an object whose own names are its texts. */
function browserStorage(kept: Record<string, string> = {}) {
  return Object.assign(
    Object.create({
      getItem(this: Record<string, string>, name: string) {
        return Object.hasOwn(this, name) ? this[name] : null;
      },
      setItem(this: Record<string, string>, name: string, text: string) {
        this[name] = text;
      },
      removeItem(this: Record<string, string>, name: string) {
        delete this[name];
      },
    }),
    kept,
  );
}

const denied = (): never => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation(() => undefined));

describe('texts that a browser keeps', () => {
  it('are the browser’s where it keeps them', () => {
    const browser = browserStorage({ theme: 'dark' });
    const storage = createTextStorage(() => browser);
    expect(storage.getItem('theme')).toBe('dark');
    expect(storage.setItem('keys', 'off')).toBe(true);
    storage.removeItem('theme');
    expect({ ...browser }).toEqual({ keys: 'off' });
    expect(storage.names()).toEqual(['keys']);
  });

  it('last for the visit where site data is blocked: already the name throws', () => {
    const storage = createTextStorage(denied);
    expect(storage.getItem('theme')).toBeNull();
    expect(storage.setItem('theme', 'dark')).toBe(false);
    expect(storage.getItem('theme')).toBe('dark');
    expect(storage.names()).toEqual(['theme']);
    storage.removeItem('theme');
    expect(storage.getItem('theme')).toBeNull();
    expect(storage.names()).toEqual([]);
  });

  it('last for the visit where the room is full: the newer text counts, and the browser’s once there is room', () => {
    const browser = browserStorage({ draft: 'of yesterday' });
    let isFull = true;
    const { setItem } = browser;
    Object.getPrototypeOf(browser).setItem = function (this: Record<string, string>, name: string, text: string) {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      setItem.call(this, name, text);
    };
    const storage = createTextStorage(() => browser);
    expect(storage.setItem('draft', 'of today')).toBe(false);
    expect(storage.getItem('draft')).toBe('of today');
    isFull = false;
    expect(storage.setItem('draft', 'of tonight')).toBe(true);
    expect(browser.draft).toBe('of tonight');
    expect(storage.getItem('draft')).toBe('of tonight');
  });
});
