import { type IncomingHttpHeaders, request } from 'node:http';

/** One HTTP exchange with a server on this machine. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly port: number;
  /** As the browser would name it: `ou.localhost:20007`. Node itself does not resolve such names. */
  readonly host: string;
  readonly path: string;
  readonly cookies?: ReadonlyMap<string, string>;
  /** A string is sent as JSON text, bytes unchanged. */
  readonly body?: string | Buffer;
  readonly contentType?: string;
  readonly accept?: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Milliseconds until an exchange counts as lost. */
const EXCHANGE_MAX_MS = 20_000;

/** Sends a request as a page of the host would: with its Origin and cookies. */
export function exchange({
  method,
  port,
  host,
  path,
  cookies,
  body,
  contentType,
  accept,
  headers: further = {},
}: WireRequest): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...further,
      host,
      origin: `http://${host}`,
      ...(accept === undefined ? {} : { accept }),
      ...(cookies === undefined || cookies.size === 0
        ? {}
        : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...(body === undefined ? {} : { 'content-type': contentType ?? 'application/json' }),
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    };
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    outgoing.setTimeout(EXCHANGE_MAX_MS, () => outgoing.destroy(new Error(`${method} ${path} got no answer.`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
