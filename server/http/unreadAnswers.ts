import type { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';
import { addressOf } from './requestContext.ts';

/** Bytes of whole answers that the clients of one network address may leave unread: a hundred of the largest pages. */
export const UNREAD_BYTES_PER_ADDRESS = 64 * 1024 * 1024;
/** The same for all addresses together. */
export const UNREAD_BYTES = 256 * 1024 * 1024;

/** Most bytes of whole answers that wait to be read. */
export interface UnreadLimits {
  readonly perAddress: number;
  readonly all: number;
}

/** An answer that its client has not taken yet. */
interface Unread {
  readonly address: string;
  readonly socket: Socket;
  readonly bytes: number;
}

/**
 * Limits the memory of answers that nobody reads: each page, snapshot and search is in memory as a whole until its client has
 * taken it, and a client may ask on many connections and ahead of its answers. Where it is too much, connections are cut:
 * of the address that has most waiting, the one that has waited longest, which a client that reads never is. Files are
 * streams, which wait on the disk.
 */
export class UnreadAnswers {
  readonly #limits: UnreadLimits;
  /** By address, the oldest first. */
  readonly #waiting = new Map<string, Set<Unread>>();
  readonly #bytes = new Map<string, number>();
  /** The answers of each connection that has ever had one to wait for. */
  readonly #ofSocket = new WeakMap<Socket, Set<Unread>>();
  #all = 0;

  constructor(limits: UnreadLimits) {
    this.#limits = limits;
  }

  /** Bytes that wait. */
  get bytes(): number {
    return this.#all;
  }

  /** Counts an answer until it is taken, and cuts what has waited too long for it to have room. @returns its end */
  add(unread: Unread): () => void {
    const { address, socket, bytes } = unread;
    const waiting = this.#waiting.get(address) ?? new Set();
    this.#waiting.set(address, waiting.add(unread));
    this.#answersOf(socket).add(unread);
    this.#bytes.set(address, this.#bytesOf(address) + bytes);
    this.#all += bytes;
    while (this.#bytesOf(address) > this.#limits.perAddress) this.#cutOldestOf(address);
    while (this.#all > this.#limits.all) this.#cutOldestOf(this.#largest());
    return () => this.#end(unread);
  }

  #bytesOf(address: string): number {
    return this.#bytes.get(address) ?? 0;
  }

  #largest(): string {
    const [first] = [...this.#bytes].toSorted(([, one], [, other]) => other - one);
    return first?.[0] ?? '';
  }

  #cutOldestOf(address: string): void {
    const [oldest] = this.#waiting.get(address) ?? [];
    if (oldest === undefined) throw new Error('Bytes are counted of an address that has no answer waiting.');
    for (const each of this.#answersOf(oldest.socket)) this.#end(each);
    oldest.socket.destroy();
  }

  /** A connection that ends leaves answers that have never had their turn: Node says nothing of their end. */
  #answersOf(socket: Socket): Set<Unread> {
    const known = this.#ofSocket.get(socket);
    if (known !== undefined) return known;
    const answers = new Set<Unread>();
    this.#ofSocket.set(socket, answers);
    socket.once('close', () => {
      for (const each of answers) this.#end(each);
    });
    return answers;
  }

  #end(unread: Unread): void {
    const { address, socket, bytes } = unread;
    const waiting = this.#waiting.get(address);
    if (waiting?.delete(unread) !== true) return;
    this.#ofSocket.get(socket)?.delete(unread);
    this.#all -= bytes;
    this.#bytes.set(address, this.#bytesOf(address) - bytes);
    if (waiting.size > 0) return;
    this.#waiting.delete(address);
    this.#bytes.delete(address);
  }
}

/** Counts the whole answers of all routes behind it; placed behind the compression, which keeps what it has not packed. */
export function limitUnread(
  limits: UnreadLimits = { perAddress: UNREAD_BYTES_PER_ADDRESS, all: UNREAD_BYTES },
  unread = new UnreadAnswers(limits),
): RequestHandler {
  return (request, response, next) => {
    beforeEnd(response, (bytes) => {
      // `null` if the connection is already gone; Node's types lack that.
      const socket = request.socket as Socket | null;
      // An answer on a connection that is cut already is dropped by Node.
      if (bytes === 0 || socket === null || socket.destroyed) return;
      response.once('close', unread.add({ address: addressOf(request), socket, bytes }));
    });
    next();
  };
}

/** Calls with the bytes that the answer ends with: all of them where it is no stream. */
function beforeEnd(response: Response, heard: (bytes: number) => void): void {
  const end = response.end as (...args: unknown[]) => Response;
  response.end = (...args: unknown[]) => {
    const [chunk] = args;
    heard(typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk instanceof Uint8Array ? chunk.byteLength : 0);
    return end.apply(response, args);
  };
}
