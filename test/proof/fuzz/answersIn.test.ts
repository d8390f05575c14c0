import { expect, it } from '@jest/globals';
import { misread } from './answersIn.ts';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const FOUND = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n';
const CHUNKED = 'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n';
const EMPTY = 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n';

it('reads whole answers in their order, with or without a body, and none behind the last', () => {
  expect(misread(`${FOUND}hello${CHUNKED}${FOUND}${CONTINUE}${EMPTY}`, ['GET', 'PUT', 'HEAD', 'DELETE'])).toBeNull();
  expect(misread(EMPTY, ['DELETE', 'GET'])).toBeNull();
});

it.each([
  ['an invitation inside an answer', `${FOUND}${CONTINUE}hello`, ['PUT', 'GET']],
  ['a body behind the answer to HEAD', `${FOUND}hello${FOUND}`, ['HEAD', 'HEAD']],
  ['a second answer', `${FOUND}hello${FOUND}hello`, ['GET']],
  ['a missing answer', `${FOUND}hello`, ['GET', 'GET']],
  ['an answer that is cut', `${FOUND}hel`, ['GET']],
  ['a chunk that is cut', CHUNKED.slice(0, -9), ['GET']],
  ['a header that is none', 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n', ['HEAD']],
])('finds %s', (_what, text, methods) => {
  expect(misread(text, methods)).not.toBeNull();
});
