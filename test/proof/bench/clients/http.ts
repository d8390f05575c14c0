import { type Agent, request } from 'node:http';

/** A request of a page, by a browser of its own. */
export interface PageRequest {
  readonly port: number;
  readonly path: string;
  readonly agent?: Agent | undefined;
  /** `Cookie` header. */
  readonly cookie?: string | undefined;
  /** The campus whose site it is; default: OU. */
  readonly campus?: string;
  /** Network address of the browser, as the proxy before the server says it; default: that of this process. */
  readonly address?: string;
  /** The name that the browser gives itself; default: none, as of a robot. */
  readonly browser?: string;
}

/** Posts JSON as a page does; answers what came back, parsed. @throws Error the connection broke, or it was no JSON */
export async function postJson(asked: PageRequest, body: unknown): Promise<unknown> {
  return JSON.parse((await exchange(asked, JSON.stringify(body))).text);
}

/** Asks as a page does; answers what came back, parsed. @throws Error the connection broke, or it was no JSON */
export async function getJson(asked: PageRequest): Promise<unknown> {
  return JSON.parse((await exchange(asked)).text);
}

/** One request of a page. @param text JSON to send; left out: it only asks */
export function exchange({ port, path, agent, cookie, campus = 'ou', address, browser }: PageRequest, text?: string) {
  const host = `${campus}.localhost:${port}`;
  const headers = {
    host,
    ...(text !== undefined && {
      origin: `http://${host}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }),
    ...(browser !== undefined && { 'user-agent': browser }),
    ...(cookie !== undefined && { cookie }),
    ...(address !== undefined && { 'x-forwarded-for': address }),
  };
  const method = text === undefined ? 'GET' : 'POST';
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, agent, headers }, (incoming) => {
      let answer = '';
      incoming.setEncoding('utf8').on('data', (part: string) => {
        answer += part;
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text: answer }));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject).end(text);
  });
}
