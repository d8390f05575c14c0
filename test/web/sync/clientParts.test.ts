import 'fake-indexeddb/auto';
import { expect, it, jest } from '@jest/globals';
import { JSDOM } from 'jsdom';

it('the client is told who sees its page, and has other connections given up with its own', async () => {
  const page = new JSDOM('', { url: 'http://ou.localhost' });
  const { document, addEventListener, localStorage, sessionStorage } = page.window;
  for (const [name, value] of Object.entries({
    document,
    addEventListener,
    localStorage,
    sessionStorage,
    BroadcastChannel: EventTarget,
  }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const core = await import('#web/sync/core.ts');
  const create = jest.fn((_parts: Parameters<typeof core.createSyncStore>[0]) => {
    throw new Error('The parts are enough.');
  });
  jest.unstable_mockModule('#web/sync/core.ts', () => ({ ...core, createSyncStore: create }));
  try {
    jest.resetModules();
    const { startSync } = await import('#web/sync/client.ts');
    const { leaveConnections } = await import('#web/kit/http/connections.ts');
    const session = { current: () => null, subscribe: () => undefined, ownTopic: String, load: async () => undefined };
    expect(() => startSync(session, {})).toThrow('The parts are enough.');
    const parts = create.mock.calls[0]?.[0];
    const seen = jest.spyOn(document, 'visibilityState', 'get');
    expect((['visible', 'hidden'] as const).map((state) => seen.mockReturnValue(state) && parts?.isSeen?.())).toEqual([
      true,
      false,
    ]);
    expect(parts?.died).toBe(leaveConnections);
  } finally {
    jest.useRealTimers();
    page.window.close();
  }
});
