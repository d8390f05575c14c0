import { deflateRawSync } from 'node:zlib';
import { expect, it, jest } from '@jest/globals';
import { Inbox } from '#web/sync/transport/inbox.ts';

const packedAnswer = (documents: readonly unknown[]) => ({
  ok: true,
  documents: ['own'],
  packed: deflateRawSync(JSON.stringify(documents)),
});

it('[P5] hands on what came behind a packed answer after it, in order', async () => {
  const inbox = new Inbox();
  const seen: unknown[] = [];
  inbox.take(() => seen.push('first'));
  const answer = inbox.unpack(packedAnswer(['shared'])).then((whole) => seen.push(whole));
  inbox.take(() => seen.push('second'));
  expect(seen).toEqual(['first']);
  const other = inbox.unpack(packedAnswer(['more'])).then(async (whole) => {
    await answer;
    seen.push(whole);
  });
  const last = new Promise<void>((resolve) => {
    inbox.take(() => {
      seen.push('third');
      resolve();
    });
  });
  await Promise.all([answer, other, last]);
  const whole = (document: string) => ({ ok: true, documents: [document, 'own'] });
  expect(seen).toEqual(['first', whole('shared'), 'second', whole('more'), 'third']);
  inbox.take(() => seen.push('at once'));
  await new Promise((resolve) => setTimeout(resolve));
  inbox.take(() => seen.push('at once'));
  expect(seen.at(-1)).toBe('at once');
});

it('hands on nothing of a connection that has ended, and goes on after an answer that is broken', async () => {
  const inbox = new Inbox();
  const seen: string[] = [];
  const broken = inbox.unpack({ documents: [], packed: Buffer.from('not packed') });
  const behind = new Promise<void>((resolve) => inbox.take(resolve));
  await expect(broken).rejects.toThrow();
  await behind;
  const answer = inbox.unpack(packedAnswer([]));
  inbox.take(() => void seen.push('late'));
  inbox.close();
  await expect(answer).rejects.toThrow('The connection has ended.');
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(seen).toEqual([]);
});

it('goes on after a listener that throws', async () => {
  const inbox = new Inbox();
  const seen: string[] = [];
  const answer = inbox.unpack(packedAnswer([]));
  const failure = new Error('A listener failed.');
  const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  inbox.take(() => {
    throw failure;
  });
  const behind = new Promise<void>((resolve) => inbox.take(resolve));
  await answer;
  await behind;
  expect(reported).toHaveBeenCalledWith(failure);
  await new Promise((resolve) => setTimeout(resolve));
  inbox.take(() => seen.push('at once'));
  expect(seen.at(-1)).toBe('at once');
  reported.mockRestore();
});
