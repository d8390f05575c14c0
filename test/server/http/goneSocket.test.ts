import { expect, it } from '@jest/globals';
import type { Request } from 'express';
import { addressOf } from '#server/http/requestContext.ts';

it('the address of a request whose connection is gone is unknown, and asking for it throws nothing', () => {
  const app = { get: () => 0 };
  expect(addressOf({ app, headers: {}, socket: null } as unknown as Request)).toBe('unknown');
});
