import { expect, it } from '@jest/globals';
import { commandDefinitions } from '#domain/registry.ts';
import { checkEnvelope } from '#server/write/checkEnvelope.ts';
import type { DispatchContext } from '#server/write/outcome.ts';
import { idOf, SYSTEM, userActor, VISITOR } from '../support/people.ts';

const userId = idOf('ada');
const envelope = { id: idOf('command'), type: 'EraseUser', version: 1, data: { userId } };
const check = (change: object, context: Pick<DispatchContext, 'actor' | 'origin'>) => {
  const result = checkEnvelope(commandDefinitions, { ...envelope, ...change }, { ...context, campus: 'ou' });
  return result.ok ? null : result.rejection.code;
};

it('takes a command of the server from the server alone, never from a person', () => {
  expect(commandDefinitions.EraseUser?.origin).toBe('server');
  expect(check({}, { actor: SYSTEM, origin: 'server' })).toBeNull();
  expect(check({}, { actor: userActor(userId), origin: 'client' })).toBe('NOT_ALLOWED');
});

it('takes a command of clients from the person who signed in, and from the server for anybody', () => {
  const save = { type: 'SavePost', data: { postId: idOf('post') } };
  expect(commandDefinitions.SavePost?.origin).toBe('client');
  expect(check(save, { actor: userActor(userId), origin: 'client' })).toBeNull();
  expect(check(save, { actor: VISITOR, origin: 'client' })).toBe('SIGNED_OUT');
  expect(check(save, { actor: SYSTEM, origin: 'server' })).toBeNull();
});

it('reads ids of its data in capitals as the same ids, and takes no second form of its own', () => {
  const save = { ...envelope, type: 'SavePost', data: { postId: idOf('post').toUpperCase() } };
  const by = { actor: userActor(userId), origin: 'client', campus: 'ou' } as const;
  expect(checkEnvelope(commandDefinitions, save, by)).toMatchObject({
    ok: true,
    command: { data: { postId: idOf('post') } },
  });
  expect(check({ id: idOf('command').toUpperCase() }, { actor: SYSTEM, origin: 'server' })).toBe('COMMAND_INVALID');
});
