import { expect, it } from '@jest/globals';
import { privateMembers } from '#scripts/check/privateMembers.ts';

it.each([
  'fresh._cloneInto(hash);',
  "transport['_socket'].pause();",
  'a?._b',
  '#own = other.__state;',
  'const { _socket } = transport;',
  'const { ready, _socket: socket } = transport;',
])('a private member of a library is refused: %s', (line) => {
  expect(privateMembers('a.ts', `const a = 1;\n${line}`)).toEqual([expect.stringMatching(/^a\.ts:2 uses _/)]);
});

it.each([
  'records[index]?._id',
  'page: z._default(schema, 1),',
  '(_unused) => a.b_c',
  'const { data: _data, ...rest } = event;',
  'const { _id, ...content } = found;',
  '// once a._cloneInto(b)',
])('nothing is said of %s', (line) => {
  expect(privateMembers('a.ts', line)).toEqual([]);
});
