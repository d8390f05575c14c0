import { describe, expect, it, jest } from '@jest/globals';
import { leaveOtherWay } from '#web/kit/http/connections.ts';
import { CodeRemoved, createLateCode, followLateCode, forLater } from '#web/kit/lateCode.ts';
import { CodeAway, persistently } from '#web/kit/persistently.ts';

/** Files of a build by name; what is asked for and imported of them, in order. */
function build(files: Readonly<Record<string, string>>, present: readonly string[] = []) {
  const fetched: string[] = [];
  const imported: string[] = [];
  const away = new Set<string>();
  const importCode = createLateCode(
    async (name) => {
      fetched.push(name);
      if (away.has(name)) throw new TypeError('Failed to fetch');
      return files[name] ?? '';
    },
    async (name) => {
      imported.push(name);
      return { name };
    },
    present,
  );
  return { fetched, imported, away, importCode };
}

const PAGE =
  'import{a}from"./first.js";import{b as c}from`./shared.js`;import"./side.js";const l=()=>quadImport("./later.js")';

describe('late code', () => {
  it('is imported once it and what it imports have come, and what the page came with is not asked for', async () => {
    const { importCode, fetched, imported } = build({ 'page.js': PAGE }, ['first.js']);
    expect(await importCode('./page.js')).toEqual({ name: 'page.js' });
    expect([fetched, imported]).toEqual([['page.js', 'shared.js', 'side.js'], ['page.js']]);
    await importCode('./page.js');
    expect(fetched).toHaveLength(3);
  });

  it('that does not come, or of which a part does not, is imported only after another try: the browser forgives no import', async () => {
    const { importCode, fetched, imported, away } = build({ 'page.js': PAGE }, ['first.js']);
    away.add('side.js');
    await expect(importCode('./page.js')).rejects.toThrow('Failed to fetch');
    expect(imported).toEqual([]);
    away.clear();
    await importCode('./page.js');
    expect(imported).toEqual(['page.js']);
    // Nothing is asked for again.
    expect(fetched.filter((name) => name === 'shared.js')).toHaveLength(1);
  });
});

describe('code that is needed now', () => {
  it('is tried five times with a network, and at once no more when its release is over', async () => {
    jest.useFakeTimers();
    Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });
    try {
      const load = jest.fn<() => Promise<never>>().mockRejectedValue(new TypeError('Failed to fetch'));
      const given = persistently(load).catch((error: unknown) => error);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(await given).toBeInstanceOf(CodeAway);
      expect(load).toHaveBeenCalledTimes(5);
      const removed = jest.fn<() => Promise<never>>().mockRejectedValue(new CodeRemoved('old.js'));
      await expect(persistently(removed)).rejects.toBeInstanceOf(CodeRemoved);
      expect(removed).toHaveBeenCalledTimes(1);
    } finally {
      jest.useRealTimers();
    }
  });
});

it('code for later is asked for behind all that somebody waits for', async () => {
  const before = { document: globalThis.document };
  const asked: unknown[] = [];
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    asked.push([path, init?.priority]);
    return new Response('', { status: 404 });
  });
  Object.assign(globalThis, { document: { querySelectorAll: () => [] } });
  try {
    followLateCode();
    const { quadImport } = globalThis as unknown as { quadImport: (path: string) => Promise<unknown> };
    // Somebody opens another page while the code for later is under way.
    const later = expect(forLater(() => quadImport('./later.js'))).rejects.toThrow(CodeRemoved);
    await expect(quadImport('./now.js')).rejects.toThrow(CodeRemoved);
    await later;
  } finally {
    Object.assign(globalThis, before);
    Reflect.deleteProperty(globalThis, 'quadImport');
    fetched.mockRestore();
  }
  expect(asked).toEqual([
    ['/assets/later.js', 'low'],
    ['/assets/now.js', 'auto'],
  ]);
});

it('code that does not come in time is asked for without cookies, which have a connection of their own', async () => {
  const before = { document: globalThis.document };
  const asked: unknown[] = [];
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation((path, { signal, credentials } = {}) => {
    if (path !== '/assets/page.js' && path !== '/assets/dialog.js')
      // No look at a connection is answered: over HTTP/2 they all have the one that died.
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    asked.push([path, credentials]);
    if (credentials === 'omit') return Promise.resolve(new Response('', { status: 404 }));
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  Object.assign(globalThis, { document: { querySelectorAll: () => [] } });
  jest.useFakeTimers();
  try {
    followLateCode();
    const { quadImport } = globalThis as unknown as { quadImport: (path: string) => Promise<unknown> };
    const page = expect(quadImport('./page.js')).rejects.toThrow(CodeRemoved);
    await jest.advanceTimersByTimeAsync(5_000);
    await page;
    // It is known now that the connection is dead.
    await expect(quadImport('./dialog.js')).rejects.toThrow(CodeRemoved);
  } finally {
    jest.useRealTimers();
    leaveOtherWay();
    Object.assign(globalThis, before);
    Reflect.deleteProperty(globalThis, 'quadImport');
    fetched.mockRestore();
  }
  expect(asked).toEqual([
    ['/assets/page.js', 'same-origin'],
    ['/assets/page.js', 'omit'],
    ['/assets/dialog.js', 'omit'],
  ]);
});

it('code in whose place the browser has kept the page of somebody else is asked for anew and replaced, as it was asked for', async () => {
  const before = { document: globalThis.document };
  const asked: unknown[] = [];
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async (path, { cache, credentials } = {}) => {
    asked.push([path, cache, credentials]);
    if (cache === 'reload') return new Response('', { status: 404 });
    return new Response('<title>Welcome to the hotel</title>', { headers: { 'content-type': 'text/html' } });
  });
  Object.assign(globalThis, { document: { querySelectorAll: () => [] } });
  try {
    followLateCode();
    const { quadImport } = globalThis as unknown as { quadImport: (path: string) => Promise<unknown> };
    await expect(quadImport('./page.js')).rejects.toThrow(CodeRemoved);
  } finally {
    Object.assign(globalThis, before);
    Reflect.deleteProperty(globalThis, 'quadImport');
    fetched.mockRestore();
  }
  expect(asked).toEqual([
    ['/assets/page.js', 'default', 'same-origin'],
    ['/assets/page.js', 'reload', 'same-origin'],
  ]);
});

it('code in whose place a captive portal answers, twice, has not come: it is not imported', async () => {
  const before = { document: globalThis.document };
  const fetched = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response('<title>Hotel</title>', { headers: { 'content-type': 'text/html' } }));
  Object.assign(globalThis, { document: { querySelectorAll: () => [] } });
  try {
    followLateCode();
    const { quadImport } = globalThis as unknown as { quadImport: (path: string) => Promise<unknown> };
    await expect(quadImport('./page.js')).rejects.toThrow('The code page.js was answered with 200.');
    expect(fetched).toHaveBeenCalledTimes(2);
  } finally {
    Object.assign(globalThis, before);
    Reflect.deleteProperty(globalThis, 'quadImport');
    fetched.mockRestore();
  }
});
