import { expect, it } from '@jest/globals';
import { createGuard } from '#server/hub/guard.ts';

it.each<[string, (connection: string) => unknown]>([
  [
    'throws',
    () => {
      throw new Error('A fault of ours.');
    },
  ],
  [
    'rejects',
    async () => {
      throw new Error('A fault of ours.');
    },
  ],
])('a listener that %s ends its own connection, is logged, and nothing leaves it', async (_name, listener) => {
  const logged: unknown[] = [];
  const guard = createGuard({ error: (fields: unknown) => void logged.push(fields) });
  const cut = new Promise((resolve) => guard('message', listener, resolve)('its connection'));
  expect(await cut).toBe('its connection');
  expect(logged).toEqual([{ err: new Error('A fault of ours.'), where: 'message' }]);
});
