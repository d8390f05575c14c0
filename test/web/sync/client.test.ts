import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { reportSilence } from '#web/kit/http/connections.ts';
import { startSync, syncClient } from '#web/sync/client.ts';

/** The client's page. */
const page = new JSDOM('', { url: 'http://ou.localhost' });
const channels: BroadcastChannel[] = [];

class ClosedAtTheEnd extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    channels.push(this);
  }
}

beforeAll(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const { document, addEventListener, localStorage, sessionStorage } = page.window;
  const ofPage = { document, addEventListener, localStorage, sessionStorage, BroadcastChannel: ClosedAtTheEnd };
  for (const [name, value] of Object.entries(ofPage))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  const ownTopic = (userId: string) => `me:${userId}`;
  // Nobody is known, so nothing is connected.
  startSync({ current: () => null, subscribe: () => undefined, ownTopic, load: async () => undefined }, {});
});
afterAll(() => {
  jest.useRealTimers();
  for (const channel of channels) channel.close();
  page.window.close();
});

it('a silence over HTTP has the page doubt its connection, and leave one that it still tries to open', () => {
  const doubt = jest.spyOn(syncClient(), 'doubt').mockReturnValue();
  reportSilence();
  expect(doubt.mock.calls).toEqual([[{ leavesTrying: true }]]);
});

it('a page that was thawed doubts its connection', () => {
  const doubt = jest.spyOn(syncClient(), 'doubt').mockClear().mockReturnValue();
  page.window.document.dispatchEvent(new page.window.Event('resume'));
  expect(doubt.mock.calls).toEqual([[]]);
});
