import { afterEach, expect, it, jest } from '@jest/globals';
import { SESSION_CHECK_EVERY_MS } from '#server/hub/limits.ts';
import { systemHubClock } from '#server/hub/ports.ts';
import { SESSION_MAX_MS } from '#server/identity/limits.ts';
import { rawSocket } from './support/rawSocket.ts';
import { signUpConfirmed } from './support/student.ts';
import { testServer } from './support/testServer.ts';

const NOT_FAKED = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('[AUTH-31] a server ends the sockets of sessions that have run out, and of nobody else', async () => {
  const looks: (() => void)[] = [];
  const after = systemHubClock.after;
  jest.spyOn(systemHubClock, 'after').mockImplementation((milliseconds, callback) => {
    if (milliseconds !== SESSION_CHECK_EVERY_MS) return after(milliseconds, callback);
    looks.push(callback);
    return () => undefined;
  });
  const server = await testServer();
  const ada = await signUpConfirmed(server, 'ada');
  const origin = `ou.localhost:${server.port}`;
  const page = { Host: origin, Origin: `http://${origin}` };
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const [own, visitor] = await Promise.all([
    rawSocket(server.port, { headers: { ...page, Cookie: cookie } }),
    rawSocket(server.port, { headers: page }),
  ]);
  for (const socket of [own, visitor]) {
    await socket.until('0{"sid"');
    socket.write('40');
    await socket.until('42["progress"');
  }
  // Only the clock is fake; all other timers are real.
  jest.useFakeTimers({ now: Date.now() + SESSION_MAX_MS, doNotFake: [...NOT_FAKED] });
  expect(looks).toHaveLength(1);
  looks[0]?.();
  await own.closed;
  jest.useRealTimers();
  expect(visitor.tcp.destroyed).toBe(false);
  visitor.tcp.destroy();
  await server.end();
});
