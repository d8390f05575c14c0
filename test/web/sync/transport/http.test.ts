import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AskOverSocket } from '#web/kit/http/askOverSocket.ts';
import { leaveConnections, SILENT_MS } from '#web/kit/http/connections.ts';
import { NO_ANSWER, RequestRefused, request } from '#web/sync/transport/http.ts';

interface Asked {
  readonly path: string;
  readonly init: RequestInit;
}

function server(status: number, body: string, asked: Asked[] = []): typeof fetch {
  return async (path, init = {}) => {
    asked.push({ path: String(path), init });
    return new Response(status === 204 ? null : body, { status });
  };
}

async function refusalOf(asking: Promise<unknown>): Promise<RequestRefused> {
  const error = await asking.catch((thrown: unknown) => thrown);
  if (!(error instanceof RequestRefused)) throw new Error('It was not refused.');
  return error;
}

const refusal = { code: 'NAME_INVALID', text: 'Name is Invalid', data: {}, retry: false };

/** A server whose first answers never begin. @param silent how many */
function silentAtFirst(silent: number, asked: Asked[]): typeof fetch {
  return (path, init = {}) => {
    asked.push({ path: String(path), init });
    if (asked.length > silent) return Promise.resolve(new Response('{"ok":1}'));
    return new Promise((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true }),
    );
  };
}

describe('a connection that died without a word', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is given up: a question is asked again, twice at most', async () => {
    const asked: Asked[] = [];
    const answer = request('GET', '/api/search', undefined, { fetch: silentAtFirst(2, asked) });
    await jest.advanceTimersByTimeAsync(2_999);
    expect(asked.length).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked.length).toBe(2);
    await jest.advanceTimersByTimeAsync(6_000);
    expect(await answer).toEqual({ ok: 1 });
    const never: Asked[] = [];
    const refused = refusalOf(request('GET', '/api/search', undefined, { fetch: silentAtFirst(9, never) }));
    await jest.advanceTimersByTimeAsync(29_000);
    expect([(await refused).status, never.length]).toEqual([NO_ANSWER, 3]);
  });

  it('is given up for what takes effect once, too: with the id of a command, or where twice does what once does', async () => {
    for (const [body, options] of [
      [{ id: '0198c0a4-7d00-7000-8000-000000000001', code: '1' }, {}],
      [{ email: 'a' }, { mayRepeat: true }],
    ] as const) {
      const asked: Asked[] = [];
      const answer = request('POST', '/api/session', body, { ...options, fetch: silentAtFirst(1, asked) });
      await jest.advanceTimersByTimeAsync(3_999);
      expect(asked.length).toBe(1);
      await jest.advanceTimersByTimeAsync(1);
      expect([await answer, asked.length, new Set(asked.map(({ init }) => init.body)).size]).toEqual([{ ok: 1 }, 2, 1]);
    }
  });

  it('has what takes effect once repeated twice at most', async () => {
    const asked: Asked[] = [];
    const body = { id: '0198c0a4-7d00-7000-8000-000000000001', code: '1' };
    const refused = refusalOf(request('POST', '/api/session', body, { fetch: silentAtFirst(9, asked) }));
    await jest.advanceTimersByTimeAsync(120_000);
    expect([(await refused).status, asked.length]).toEqual([NO_ANSWER, 3]);
  });

  it('is given up before its time when another one was found dead, but not what was asked a moment ago', async () => {
    const asked: Asked[] = [];
    const answer = request('GET', '/api/search', undefined, { fetch: silentAtFirst(1, asked) });
    await jest.advanceTimersByTimeAsync(SILENT_MS - 1);
    leaveConnections();
    await jest.advanceTimersByTimeAsync(0);
    expect(asked.length).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    leaveConnections();
    await jest.advanceTimersByTimeAsync(0);
    expect([await answer, asked.length]).toEqual([{ ok: 1 }, 2]);
    const once: Asked[] = [];
    const refused = refusalOf(request('POST', '/api/x', {}, { fetch: silentAtFirst(1, once) }));
    await jest.advanceTimersByTimeAsync(SILENT_MS);
    leaveConnections();
    expect([(await refused).status, once.length]).toEqual([NO_ANSWER, 1]);
  });

  it('is asked over a socket where no connection of the browser answers: that answer counts, and all else is called off', async () => {
    const looks = jest.spyOn(globalThis, 'fetch').mockImplementation(silentAtFirst(99, []));
    const asked: Asked[] = [];
    const ways: { path: string; at: number }[] = [];
    const from = Date.now();
    const askOverSocket = async (path: string) => {
      ways.push({ path, at: Date.now() - from });
      return new Response('{"ok":2}');
    };
    const answer = request('GET', '/api/search?q=a', undefined, { fetch: silentAtFirst(9, asked), askOverSocket });
    await jest.advanceTimersByTimeAsync(3_999);
    expect(ways).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect([await answer, ways]).toEqual([{ ok: 2 }, [{ path: '/api/search?q=a', at: 4_000 }]]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([asked.length, asked.every(({ init }) => init.signal?.aborted)]).toEqual([2, true]);

    // A refusal of the server is one over a socket, too.
    const words = JSON.stringify({ error: refusal, errors: [{ msg: refusal.text }] });
    const refused = refusalOf(
      request('GET', '/api/search', undefined, {
        fetch: silentAtFirst(9, []),
        askOverSocket: async () => new Response(words, { status: 400 }),
      }),
    );
    await jest.advanceTimersByTimeAsync(4_000);
    expect([(await refused).status, (await refused).refusal.code]).toEqual([400, 'NAME_INVALID']);
    looks.mockRestore();
  });

  it('has what may be repeated go over a socket, too, as it was; a log-in once it is dead, and once', async () => {
    const looks = jest.spyOn(globalThis, 'fetch').mockImplementation(silentAtFirst(99, []));
    const ways: unknown[] = [];
    const askOverSocket: AskOverSocket = async (path, _signal, _heard, effect) => {
      ways.push([path, effect]);
      return new Response('{"ok":3}');
    };
    const given = { id: '0198c0a4-7d00-7000-8000-000000000001', code: '123456' };
    const code = request('POST', '/api/verification', given, { fetch: silentAtFirst(9, []), askOverSocket });
    await jest.advanceTimersByTimeAsync(5_000);
    expect([await code, ways.splice(0)]).toEqual([{ ok: 3 }, [['/api/verification', { method: 'POST', body: given }]]]);
    const options = { mayRepeat: 'after-death', fetch: silentAtFirst(9, []) } as const;
    const logIn = request('POST', '/api/session', { email: 'a' }, { ...options, askOverSocket });
    await jest.advanceTimersByTimeAsync(20_000);
    expect(ways).toEqual([]);
    leaveConnections();
    await jest.advanceTimersByTimeAsync(1_000);
    expect([await logIn, ways]).toEqual([{ ok: 3 }, [['/api/session', { method: 'POST', body: { email: 'a' } }]]]);
    let tries = 0;
    const silent: AskOverSocket = (_path, signal) => {
      tries += 1;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
    };
    const never = refusalOf(request('POST', '/api/session', {}, { ...options, askOverSocket: silent }));
    await jest.advanceTimersByTimeAsync(SILENT_MS);
    leaveConnections();
    await jest.advanceTimersByTimeAsync(60_000);
    expect([(await never).status, tries]).toEqual([NO_ANSWER, 1]);
    looks.mockRestore();
  });

  it('is asked over a socket neither where a living one is slow, nor when called off; nor is what may not be done twice', async () => {
    const looks = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null));
    let ways = 0;
    const askOverSocket = () => {
      ways += 1;
      return Promise.reject(new Error('No socket opens.'));
    };
    const slow = refusalOf(request('GET', '/api/x', undefined, { fetch: silentAtFirst(9, []), askOverSocket }));
    await jest.advanceTimersByTimeAsync(29_000);
    expect([(await slow).status, ways]).toEqual([NO_ANSWER, 0]);
    looks.mockImplementation(silentAtFirst(99, []));
    const lost = refusalOf(request('GET', '/api/x', undefined, { fetch: silentAtFirst(9, []), askOverSocket }));
    await jest.advanceTimersByTimeAsync(31_000);
    expect([(await lost).status, ways]).toEqual([NO_ANSWER, 1]);
    const command = refusalOf(request('POST', '/api/x', {}, { fetch: silentAtFirst(9, []), askOverSocket }));
    await jest.advanceTimersByTimeAsync(34_000);
    expect([(await command).status, ways]).toEqual([NO_ANSWER, 1]);
    const called = new AbortController();
    const signal = called.signal;
    const off = request('GET', '/api/x', undefined, { fetch: silentAtFirst(9, []), askOverSocket, signal });
    const isLeft = expect(off).rejects.toBe('left');
    called.abort('left');
    await isLeft;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(ways).toBe(1);
    looks.mockRestore();
  });

  it('is no reason to do twice what may not be done twice: it says that nothing came', async () => {
    // The id of a passkey is none of a command.
    for (const body of [{}, { id: 'Yg6hVYxJ4Jm3', type: 'public-key' }]) {
      const asked: Asked[] = [];
      const refused = refusalOf(request('POST', '/api/session', body, { fetch: silentAtFirst(9, asked) }));
      await jest.advanceTimersByTimeAsync(30_000);
      expect([(await refused).status, asked.length]).toEqual([NO_ANSWER, 1]);
    }
    const id = '0198c0a4-7d00-7000-8000-000000000001';
    const once: Asked[] = [];
    const options = { mayRepeat: false, fetch: silentAtFirst(9, once) };
    const refused = refusalOf(request('POST', '/api/account/deletion', { id }, options));
    await jest.advanceTimersByTimeAsync(30_000);
    expect([(await refused).status, once.length]).toEqual([NO_ANSWER, 1]);
  });

  it('has a log-in repeated, which a slow server does not', async () => {
    const slow: Asked[] = [];
    const after = { mayRepeat: 'after-death' } as const;
    const late = refusalOf(request('POST', '/api/session', {}, { ...after, fetch: silentAtFirst(9, slow) }));
    await jest.advanceTimersByTimeAsync(30_000);
    expect([(await late).status, slow.length]).toEqual([NO_ANSWER, 1]);
    const dead: Asked[] = [];
    const answer = request('POST', '/api/session', {}, { ...after, fetch: silentAtFirst(1, dead) });
    await jest.advanceTimersByTimeAsync(SILENT_MS);
    leaveConnections();
    await jest.advanceTimersByTimeAsync(0);
    expect([await answer, dead.length]).toEqual([{ ok: 1 }, 2]);
  });

  it('is given up in the middle of an answer, too, and an answer that goes on takes its time', async () => {
    const asked: AbortSignal[] = [];
    const parts =
      (count: number): typeof fetch =>
      async (_path, init = {}) => {
        const signal = init.signal as AbortSignal;
        asked.push(signal);
        let sent = 0;
        const body = new ReadableStream<Uint8Array>({
          start: (controller) =>
            signal.addEventListener('abort', () => controller.error(signal.reason), { once: true }),
          async pull(controller) {
            if (sent === count) return controller.close();
            if (sent === 1 && asked.length === 1 && count === 2) return;
            await new Promise((resolve) => setTimeout(resolve, 5_000));
            controller.enqueue(new TextEncoder().encode(sent === 0 ? '[1' : sent === count - 1 ? ']' : ',1'));
            sent += 1;
          },
        });
        return new Response(body);
      };
    const long = request('GET', '/api/long', undefined, { fetch: parts(5) });
    await jest.advanceTimersByTimeAsync(60_000);
    expect([await long, asked.length]).toEqual([[1, 1, 1, 1], 1]);
    asked.length = 0;
    const cut = request('GET', '/api/cut', undefined, { fetch: parts(2) });
    await jest.advanceTimersByTimeAsync(60_000);
    expect([await cut, asked.length]).toEqual([[1], 2]);
  });

  it('keeps a question that was called off, and a file that takes its time', async () => {
    const calledOff = new AbortController();
    const asked: Asked[] = [];
    const options = { fetch: silentAtFirst(9, asked), signal: calledOff.signal };
    const answer = request('GET', '/api/search', undefined, options).catch((error: unknown) => error);
    calledOff.abort(new Error('Another one is asked.'));
    await jest.advanceTimersByTimeAsync(10_000);
    expect([(await answer) as Error, asked.length]).toEqual([
      expect.objectContaining({ message: 'Another one is asked.' }),
      1,
    ]);
    const files: Asked[] = [];
    void request('PUT', '/api/uploads/posts/1', new Blob(['x']), { fetch: silentAtFirst(1, files) });
    await jest.advanceTimersByTimeAsync(120_000);
    expect([files.length, files[0]?.init.signal]).toEqual([1, undefined]);
  });
});

describe('request', () => {
  it('sends JSON with the session’s cookies and answers the JSON', async () => {
    const asked: Asked[] = [];
    const answer = await request('POST', '/api/session', { email: 'a' }, { fetch: server(200, '{"ok":1}', asked) });
    expect(answer).toEqual({ ok: 1 });
    expect(asked[0]?.init).toMatchObject({
      method: 'POST',
      credentials: 'same-origin',
      body: '{"email":"a"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('sends files as they are, and takes an empty answer', async () => {
    const asked: Asked[] = [];
    const file = new Blob(['x'], { type: 'image/png' });
    expect(await request('PUT', '/api/uploads/posts/1', file, { fetch: server(204, '', asked) })).toBeUndefined();
    expect(asked[0]?.init.body).toBe(file);
    expect(asked[0]?.init.headers).not.toHaveProperty('content-type');
  });

  it('takes no page of somebody else for an answer, and lets the browser keep none (a captive portal)', async () => {
    const asked: Asked[] = [];
    for (const page of ['<!doctype html><title>Guest WiFi</title>', 'OK', ' ']) {
      const refused = await refusalOf(request('GET', '/api/session', undefined, { fetch: server(200, page, asked) }));
      expect([refused.status, refused.refusal.code, refused.refusal.retry]).toEqual([NO_ANSWER, 'NO_ANSWER', true]);
    }
    expect(asked.map(({ init }) => init.cache)).toEqual(Array(3).fill('no-store'));
  });

  it('has no answer when the connection ends in the middle of one', async () => {
    const cut: typeof fetch = async () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"ok":'));
          controller.error(new DOMException('The connection has ended.', 'NetworkError'));
        },
      });
      return new Response(body, { status: 200 });
    };
    expect(await refusalOf(request('GET', '/x', undefined, { fetch: cut }))).toMatchObject({ status: NO_ANSWER });
  });

  it('[SHEL-16] throws the refusal with every text of the errors list', async () => {
    const body = JSON.stringify({ error: refusal, errors: [{ msg: 'Name is Invalid' }, { msg: 'Another' }, { x: 1 }] });
    const refused = await refusalOf(request('POST', '/x', {}, { fetch: server(422, body) }));
    expect(refused).toMatchObject({ refusal, status: 422, errors: ['Name is Invalid', 'Another'] });
  });

  it('makes a refusal of answers that hold none: only the server’s own faults may be tried again', async () => {
    for (const [status, retry] of [
      [404, false],
      [429, true],
      [502, true],
    ] as const) {
      for (const body of ['<html>', '', 'null', '{"error":"x"}', '{"errors":7}']) {
        const refused = await refusalOf(request('GET', '/x', undefined, { fetch: server(status, body) }));
        expect(refused).toMatchObject({ status, refusal: { code: `HTTP_${status}`, retry } });
      }
    }
  });

  it('says of the answer of a proxy why nothing came through: its page holds no words for people', async () => {
    const page = '<html><head><title>A proxy</title></head></html>';
    const wordsOf = async (status: number) => {
      const { refusal } = await refusalOf(request('POST', '/api/x', {}, { fetch: server(status, page) }));
      return [refusal.text, refusal.retry];
    };
    expect(await wordsOf(413)).toEqual([
      'Something between you and Quad takes nothing this large. Try another network, or a smaller file.',
      false,
    ]);
    for (const status of [502, 503, 504]) {
      expect(await wordsOf(status)).toEqual(['Quad can’t be reached at the moment. Please try again soon.', true]);
    }
    expect(await wordsOf(500)).toEqual(['Something went wrong. Please try again.', true]);
  });

  it('says so when there is no answer, and lets a cancelled request be one', async () => {
    const down = () => Promise.reject(new TypeError('fetch failed'));
    expect(await refusalOf(request('GET', '/x', undefined, { fetch: down }))).toMatchObject({
      status: NO_ANSWER,
      refusal: { code: 'NO_ANSWER', retry: true },
    });
    const cancelled = AbortSignal.abort(new Error('Cancelled.'));
    await expect(request('GET', '/x', undefined, { fetch: down, signal: cancelled })).rejects.toThrow('fetch failed');
  });

  it('[GUARD-07 in part] leads to /404 when the site is not for where the browser is, once', async () => {
    const outside = JSON.stringify({ error: { ...refusal, code: 'OUTSIDE_AREA' } });
    const place = { pathname: '/home', led: [] as string[], replace: (to: string) => void place.led.push(to) };
    Object.assign(globalThis, { location: place });
    try {
      for (const pathname of ['/home', '/404']) {
        place.pathname = pathname;
        await refusalOf(request('GET', '/api/session', undefined, { fetch: server(403, outside) }));
      }
    } finally {
      Reflect.deleteProperty(globalThis, 'location');
    }
    expect(place.led).toEqual(['/404']);
  });
});
