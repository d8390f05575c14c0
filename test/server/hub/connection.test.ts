import { expect, it } from '@jest/globals';
import { awaitMark, openConnection } from '#server/hub/connection.ts';
import { MARKS_AWAITED } from '#server/hub/limits.ts';
import { position } from '#test/projections/support/events.ts';

const HANDSHAKE = { id: 'a', userId: null, sessionId: null, campus: 'ou', address: '::1', transport: null as never };
const FAR = 1_000_000;

it('a connection waits for the nearest positions, once for each, however many it asks for', () => {
  const connection = openConnection(HANDSHAKE, 0);
  for (let each = 0; each < MARKS_AWAITED * 3; each += 1) awaitMark(connection, position(FAR + each));
  expect(connection.waitsFor).toHaveLength(MARKS_AWAITED);
  for (let twice = 0; twice < 2; twice += 1) awaitMark(connection, position(7));
  expect(connection.waitsFor.filter((each) => each === position(7))).toEqual([position(7)]);
  expect(connection.waitsFor).toHaveLength(MARKS_AWAITED);
});
