import { type IncomingMessage, request } from 'node:http';

/** An answer of the server. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; `undefined` when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  readonly json: any;
}

/** Options of a request. */
export interface Ask {
  readonly body?: unknown;
  readonly raw?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser: keeps its cookies and sends its page's origin. */
export interface Browser {
  readonly cookies: Map<string, string>;
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
}

/** A browser that reaches the server's port under any host name. */
export function openBrowser(port: number, campusHost = 'ou.localhost'): Browser {
  const host = `${campusHost}:${port}`;
  const cookies = new Map<string, string>();
  return {
    cookies,
    async ask(method, path, { body, raw, headers = {} } = {}) {
      const payload = raw ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
      const answer = await send(port, method, path, payload, {
        host,
        origin: `http://${host}`,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      });
      for (const cookie of answer.headers['set-cookie'] ?? []) {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}

function send(
  port: number,
  method: string,
  path: string,
  payload: Uint8Array | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text, json: parse(text) });
      });
    });
    outgoing.on('error', reject);
    if (payload !== undefined) outgoing.setHeader('content-length', payload.byteLength);
    outgoing.end(payload);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
