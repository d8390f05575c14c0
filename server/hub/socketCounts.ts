import type { Duplex } from 'node:stream';

/** Limits on open sockets. */
export interface SocketCaps {
  /** Signed-out sockets of one network address, and as many more that are not identified yet. */
  readonly perAddress: number;
  /** Sockets of one user: tabs on all devices. */
  readonly perUser: number;
}

/**
 * Counts open sockets: at first among the unidentified ones of their address, then among the address's visitors or
 * their user's sockets. A socket whose cookies name a user counts with that user from the start. So visitors of an
 * address keep none of its users out, not even by thousands of handshakes that are never completed.
 */
export class SocketCounts {
  readonly #caps: SocketCaps;
  readonly #counts = new Map<string, number>();
  readonly #keys = new WeakMap<Duplex, string>();

  constructor(caps: SocketCaps) {
    this.#caps = caps;
  }

  /**
   * Counts a new connection until it closes.
   *
   * @param userId user that its cookies name
   * @returns whether there is room; if not, it counts nothing
   */
  enter(stream: Duplex, address: string, userId: string | null): boolean {
    const hasRoom =
      userId === null
        ? this.#add(stream, `new ${address}`, this.#caps.perAddress)
        : this.#add(stream, `new user ${userId}`, this.#caps.perUser);
    if (!hasRoom) return false;
    stream.once('close', () => this.#leave(stream));
    return true;
  }

  /** Counts a connection with its user, or with the visitors of its address. @returns whether there is room */
  identify(stream: Duplex, address: string, userId: string | null): boolean {
    this.#leave(stream);
    return userId === null
      ? this.#add(stream, `visitor ${address}`, this.#caps.perAddress)
      : this.#add(stream, `user ${userId}`, this.#caps.perUser);
  }

  #add(stream: Duplex, key: string, cap: number): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= cap || stream.destroyed) return false;
    this.#counts.set(key, count + 1);
    this.#keys.set(stream, key);
    return true;
  }

  #leave(stream: Duplex): void {
    const key = this.#keys.get(stream);
    if (key === undefined) return;
    this.#keys.delete(stream);
    const count = (this.#counts.get(key) ?? 0) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
