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
}

/** Posts JSON as a page does; answers what came back, parsed. @throws Error the connection broke, or it was no JSON */
export function postJson({ port, path, agent, cookie, campus = 'ou', address }: PageRequest, body: unknown) {
  const text = JSON.stringify(body);
  const host = `${campus}.localhost:${port}`;
  const headers = {
    host,
    origin: `http://${host}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(cookie !== undefined && { cookie }),
    ...(address !== undefined && { 'x-forwarded-for': address }),
  };
  return new Promise<unknown>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST', path, agent, headers }, (incoming) => {
      let answer = '';
      incoming.setEncoding('utf8').on('data', (part: string) => {
        answer += part;
      });
      incoming.on('end', () => {
        try {
          resolve(JSON.parse(answer));
        } catch (error) {
          reject(error);
        }
      });
    });
    outgoing.on('error', reject).end(text);
  });
}
