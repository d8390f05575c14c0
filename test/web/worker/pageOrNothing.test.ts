import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { OWN_MARK } from '#domain/kernel/addresses.ts';
import { PAGE_MS, pageOrNothing } from '#web/worker/pageOrNothing.ts';

const REQUEST = new Request('http://ou.localhost/home');
const html = (headers: Record<string, string> = {}) =>
  new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a page that the browser’s worker asks for', () => {
  it('is taken when it is ours, and so is a refusal', async () => {
    const page = html({ [OWN_MARK]: 'yes' });
    expect(await pageOrNothing(REQUEST, async () => page)).toBe(page);
    const refusal = Response.json({ code: 'TOO_MANY' }, { status: 429, headers: { [OWN_MARK]: 'yes' } });
    expect(await pageOrNothing(REQUEST, async () => refusal)).toBe(refusal);
  });

  it('is taken when it leads elsewhere: the browser follows by itself', async () => {
    const redirect = Object.defineProperty(html(), 'type', { value: 'opaqueredirect' });
    expect(await pageOrNothing(REQUEST, async () => redirect)).toBe(redirect);
  });

  it('is nothing when the answer is somebody else’s, or says not even what it is', async () => {
    expect(await pageOrNothing(REQUEST, async () => html())).toBeNull();
    expect(await pageOrNothing(REQUEST, async () => Response.json({ portal: true }))).toBeNull();
    const bare = new Response('Bad Gateway', { status: 502 });
    bare.headers.delete('content-type');
    expect(await pageOrNothing(REQUEST, async () => bare)).toBeNull();
  });

  it('is nothing when there is no network', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(await pageOrNothing(REQUEST, () => Promise.reject(new TypeError('Failed to fetch')))).toBeNull();
  });

  it('is nothing when no answer begins in time', async () => {
    jest.useFakeTimers();
    const asked = pageOrNothing(REQUEST, () => new Promise(() => undefined));
    let answer: Response | null | undefined;
    void asked.then((given) => {
      answer = given;
    });
    await jest.advanceTimersByTimeAsync(PAGE_MS - 1);
    expect(answer).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(answer).toBeNull();
  });
});
