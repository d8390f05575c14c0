import type { IncomingMessage, ServerResponse as Response } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';

/** Not imported: an import loads Node's client of HTTP too, 3 MB that no server needs. */
const { ServerResponse } = process.getBuiltinModule('node:http');

/** Bytes of an answer; a larger one is not given over a socket. */
const ANSWER_MAX_BYTES = 1024 * 1024;

/** An answer as its handlers make it, in place of the connection that Node writes it to. It ends by itself where it is too large. */
export class MadeAnswer extends Writable {
  readonly #pieces: Buffer[] = [];
  #bytes = 0;

  override _write(piece: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#bytes += piece.byteLength;
    if (this.#bytes > ANSWER_MAX_BYTES) {
      this.#pieces.length = 0;
      this.destroy();
    } else {
      this.#pieces.push(piece);
    }
    done();
  }

  /** All that follows its head. */
  body(): Buffer {
    const all = Buffer.concat(this.#pieces);
    return all.subarray(all.indexOf('\r\n\r\n') + '\r\n\r\n'.length);
  }
}

/** The response to a request whose answer goes to a `MadeAnswer`, with marks in its locals. */
export function responseInto(
  made: MadeAnswer,
  request: IncomingMessage,
  marks: Readonly<Record<string, unknown>>,
): Response {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.useChunkedEncodingByDefault = false;
  Object.assign(response, { locals: Object.assign(Object.create(null), marks) });
  response.assignSocket(made as Writable as Socket);
  return response;
}
