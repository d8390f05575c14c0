import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { HttpInput, Reply } from '../input.ts';

/** Milliseconds in which an answer is due, also on a busy machine. */
export const ANSWER_MS = 30_000;
/** Bodies beyond this may be cut off by the server before they are sent whole. */
const LARGE_BODY_BYTES = 60_000;
const CONNECTIONS = 64;
/** Bytes of something that is no answer which a finding shows. */
const BYTES_SHOWN = 300;

/** Who sends, as the transports need it. */
export interface Sender {
  readonly cookie: string;
  readonly address: string;
}

/** Sends requests; the host is a campus's unless the input has one. */
export class HttpSender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  close(): void {
    this.#agent.destroy();
  }

  async send(input: HttpInput, sender: Sender): Promise<Reply> {
    const body = input.body === null ? null : Buffer.from(input.body, 'base64');
    const first = await this.#attempt(input, sender, body);
    // The server may have closed a kept connection just before: a browser tries once more, and so do we.
    const reply = first === 'stale' ? await this.#attempt(input, sender, body) : first;
    if (reply === 'stale') return { type: 'missing', why: 'the connection was closed twice' };
    const mayBeCut = body !== null && body.length > LARGE_BODY_BYTES;
    return reply.type === 'missing' && mayBeCut ? { type: 'silence' } : reply;
  }

  #attempt(input: HttpInput, { cookie, address }: Sender, body: Buffer | null): Promise<Reply | 'stale'> {
    const host = `ou.localhost:${this.#port}`;
    const headers = {
      host,
      origin: `http://${host}`,
      'x-forwarded-for': address,
      ...(cookie !== '' && { cookie }),
      ...(body !== null && { 'content-length': String(body.length) }),
      ...input.headers,
    };
    return new Promise((resolve) => {
      const { method, path } = input;
      const outgoing = request({ host: '127.0.0.1', port: this.#port, agent: this.#agent, method, path, headers });
      const missing = (why: string) => resolve({ type: 'missing', why });
      outgoing.setTimeout(ANSWER_MS, () => {
        missing(`nothing within ${ANSWER_MS / 1_000} s`);
        outgoing.destroy();
      });
      outgoing.on('error', (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }) => {
        if (outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) return resolve('stale');
        // Bytes that are no answer are the finding.
        const bytes = error.rawPacket?.toString('latin1', 0, BYTES_SHOWN);
        const where = outgoing.reusedSocket ? ' on a kept connection' : '';
        missing(`${error.code ?? error.message}${where}${bytes === undefined ? '' : `: ${JSON.stringify(bytes)}`}`);
      });
      outgoing.on('upgrade', (_answer, socket) => {
        socket.destroy();
        resolve({ type: 'silence' });
      });
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', (error) => missing(error.message));
        incoming.on('end', () => {
          const headers: IncomingHttpHeaders = incoming.headers;
          resolve({ type: 'http', status: incoming.statusCode ?? 0, headers, body: Buffer.concat(chunks) });
        });
      });
      outgoing.end(body ?? undefined);
    });
  }
}
