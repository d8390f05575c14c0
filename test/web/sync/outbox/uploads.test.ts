import { afterEach, expect, it, jest } from '@jest/globals';
import { UPLOAD_TRIES, UPLOADS_AT_ONCE, uploadFile } from '#web/sync/outbox/uploadFile.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';

const MEDIA = { kind: 'image', name: 'a.webp', width: 1, height: 1 };
const FILE = new Blob(['x']);
const fetched = jest.spyOn(globalThis, 'fetch');
afterEach(() => void fetched.mockReset());

const done = () => Response.json({ media: MEDIA });
const refused = (code: string, status: number, retry: boolean) =>
  Response.json({ error: { code, text: 'No.', data: { seconds: 3 }, retry }, errors: [{ msg: 'No.' }] }, { status });
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('uploads two files at once, the others in their turn', async () => {
  const answers: ((answer: Response) => void)[] = [];
  fetched.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const uploads = Promise.all(Array.from({ length: 5 }, () => uploadFile('posts/x', FILE)));
  for (let answered = 0; answered < 5; answered += 1) {
    await settled();
    expect(answers.length).toBe(Math.min(5, answered + UPLOADS_AT_ONCE));
    answers[answered]?.(done());
  }
  expect(await uploads).toEqual(Array(5).fill(MEDIA));
});

it.each([
  ['UPLOADS_AT_ONCE', 429],
  ['UPLOADS_BUSY', 503],
])('tries again when the server says (%s)', async (code, status) => {
  fetched.mockImplementationOnce(async () => refused(code, status, true)).mockImplementation(async () => done());
  const waited: number[] = [];
  const pause = async (ms: number) => void waited.push(ms);
  expect(await uploadFile('posts/x', FILE, { pause })).toEqual(MEDIA);
  expect(waited).toEqual([3_000]);
});

it('gives up after a few tries, and at once where another try would be refused, too', async () => {
  const pause = async () => undefined;
  fetched.mockImplementation(async () => refused('UPLOADS_BUSY', 503, true));
  await expect(uploadFile('posts/x', FILE, { pause })).rejects.toThrow(RequestRefused);
  expect(fetched).toHaveBeenCalledTimes(UPLOAD_TRIES);
  fetched.mockReset().mockImplementation(async () => refused('PHOTO_TYPE', 415, false));
  await expect(uploadFile('posts/x', FILE, { pause })).rejects.toThrow(RequestRefused);
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('is given up at once while it waits for room', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    fetched.mockImplementation(async () => refused('UPLOADS_BUSY', 503, true));
    const abort = new AbortController();
    const given = expect(uploadFile('posts/x', FILE, { signal: abort.signal })).rejects.toThrow('given up');
    while (jest.getTimerCount() === 0) await settled();
    abort.abort(new Error('given up'));
    await given;
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

it('asks for another name when the server has lost the file', async () => {
  fetched.mockImplementation(async () => done());
  await uploadFile('posts/x', FILE);
  await uploadFile('posts/x', FILE, { again: 2 });
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/api/uploads/posts/x', '/api/uploads/posts/x?again=2']);
});
