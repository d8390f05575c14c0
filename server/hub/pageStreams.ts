import type { Duplex } from 'node:stream';

/**
 * The open stream of each page. A page has one connection at a time: when it comes with another, the one before is dead, and
 * may be half open for as long as pings take to find out. It ends at once, so that it counts nowhere beside the new one.
 */
export class PageStreams {
  readonly #open = new Map<string, Duplex>();

  /**
   * A page has a new stream. Resolves when the one before has ended.
   *
   * @param userId its proven user, `null`: a visitor; nobody ends the stream of another person
   * @param page its own random id
   */
  async take(stream: Duplex, userId: string | null, page: string): Promise<void> {
    // It closed while its user was looked for: it will not say so again.
    if (stream.destroyed) return;
    const key = `${userId ?? 'visitor'} ${page}`;
    const before = this.#open.get(key);
    this.#open.set(key, stream);
    stream.once('close', () => {
      if (this.#open.get(key) === stream) this.#open.delete(key);
    });
    if (before === undefined || before === stream || before.closed) return;
    const ended = new Promise<void>((resolve) => before.once('close', resolve));
    before.destroy();
    await ended;
  }
}
