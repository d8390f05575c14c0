import { expect, it, jest } from '@jest/globals';
import { JSDOM } from 'jsdom';

it('the bar says nothing of a break for two seconds, nothing of a shorter one, and offline only where that is so', async () => {
  const page = new JSDOM('<div id="root"></div>', { url: 'http://ou.localhost' });
  Object.assign(globalThis, {
    ...{ window: page.window, document: page.window.document, location: page.window.location },
    ...{ scrollY: 0, scrollBy: () => undefined, IS_REACT_ACT_ENVIRONMENT: true },
  });
  let connection = 'online';
  jest.unstable_mockModule('#web/sync/hooks.ts', () => ({ useConnection: () => connection, useIsSlow: () => false }));
  const { act, createElement } = await import('react');
  const { createRoot } = await import('react-dom/client');
  const { ConnectionBar } = await import('#web/shell/ConnectionBar.tsx');
  jest.useFakeTimers();
  const element = page.window.document.querySelector('#root') as Element;
  const root = createRoot(element);
  const become = (state: string) => {
    connection = state;
    act(() => root.render(createElement(ConnectionBar, { needsNetwork: false })));
  };
  const pass = (milliseconds: number) => {
    act(() => void jest.advanceTimersByTime(milliseconds));
    return element.textContent?.trim();
  };
  try {
    become('online');
    become('reconnecting');
    expect(pass(1_999)).toBe('');
    become('online');
    expect(pass(10_000)).toBe('');
    become('reconnecting');
    expect([pass(1_999), pass(1)]).toEqual(['', 'Reconnecting…']);
    become('offline');
    expect(pass(0)).toBe('Offline: your actions will be sent');
    become('online');
    expect(pass(0)).toBe('');
  } finally {
    act(() => root.unmount());
    jest.useRealTimers();
    page.window.close();
  }
});
