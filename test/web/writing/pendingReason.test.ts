import { expect, it } from '@jest/globals';
import { pendingReason } from '#web/writing/pendingReason.ts';

const kept = { isKept: true, isOutdated: false };

it('an unsent post says that it waits for a connection, or for an answer', () => {
  expect(pendingReason({ ...kept, connection: 'offline' })).toBe('connection');
  expect(pendingReason({ ...kept, connection: 'reconnecting' })).toBe('connection');
  expect(pendingReason({ ...kept, connection: 'connecting' })).toBe('answer');
  expect(pendingReason({ ...kept, connection: 'online' })).toBe('answer');
});

it('of a page that is refused for its age, also at its first connection, says that a new version is ready', () => {
  const outdated = { ...kept, isOutdated: true };
  expect(pendingReason({ ...outdated, connection: 'connecting' })).toBe('new version');
  expect(pendingReason({ ...outdated, connection: 'reconnecting' })).toBe('new version');
  // Still connected: it could not read an answer, and sends all the same.
  expect(pendingReason({ ...outdated, connection: 'online' })).toBe('answer');
});

it('of a device that keeps nothing asks for the page to stay open, before anything else: a reload would lose it', () => {
  expect(pendingReason({ isKept: false, isOutdated: true, connection: 'connecting' })).toBe('not kept');
});
