import type { Duplex } from 'node:stream';

/** Most sockets of one kind. */
export interface SocketCaps {
  /** Signed-out sockets of one network address, and as many more that have not said yet who they are. */
  readonly perAddress: number;
  /** Sockets of one user: tabs on all devices. */
  readonly perUser: number;
}

/**
 * Counts open sockets: at first with those of their address that have not said who they are, then with the address's
 * visitors or with their user's. Those whose cookies name a user count with that user's from the start. So visitors of
 * an address keep none of its users out, not even by thousands of handshakes that go nowhere.
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
   * @param userId whom its cookies name
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
