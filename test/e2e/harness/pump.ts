import type { Socket } from 'node:net';

/** How quickly bytes are carried. */
export interface Pace {
  /** Milliseconds that every byte takes, each way. */
  readonly delayMs: number;
  /** Bytes a second of each connection, each way. */
  readonly bytesPerSecond: number;
}

/** Bytes under way at which no more are read from the sender, as a network's own store is full. */
const UNDER_WAY_MAX_BYTES = 64 * 1024;
/** Bytes that are carried as one: a slow network hands on a little at a time. */
const PIECE_BYTES = 4 * 1024;
const MS_PER_SECOND = 1_000;

/** The questions of a pump at each piece. */
interface Pumping {
  readonly pace: () => Pace;
  /** Where not, whatever is still under way is lost. */
  readonly isCarried: () => boolean;
}

/** Carries the bytes of one way, in their order and at the pace of each moment; the end of one socket ends the other. */
export function pump(from: Socket, to: Socket, { pace, isCarried }: Pumping): void {
  const underWay: { readonly at: number; readonly bytes: number; readonly arrive: () => void }[] = [];
  let bytesUnderWay = 0;
  let freeAt = 0;
  let timer: NodeJS.Timeout | null = null;

  function carry(bytes: number, arrive: () => void) {
    const { delayMs, bytesPerSecond } = pace();
    freeAt = Math.max(freeAt, performance.now()) + (bytes * MS_PER_SECOND) / bytesPerSecond;
    bytesUnderWay += bytes;
    underWay.push({ at: freeAt + delayMs, bytes, arrive });
    if (bytesUnderWay >= UNDER_WAY_MAX_BYTES) from.pause();
    if (timer === null) handOver();
  }
  function handOver() {
    timer = null;
    for (let next = underWay[0]; next !== undefined; next = underWay[0]) {
      const wait = next.at - performance.now();
      if (wait >= 1) {
        timer = setTimeout(handOver, wait);
        break;
      }
      underWay.shift();
      bytesUnderWay -= next.bytes;
      if (isCarried()) next.arrive();
    }
    if (isCarried() && bytesUnderWay < UNDER_WAY_MAX_BYTES && !to.writableNeedDrain) from.resume();
  }

  to.on('drain', () => isCarried() && bytesUnderWay < UNDER_WAY_MAX_BYTES && from.resume());
  from.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      carry(piece.byteLength, () => void (to.destroyed || to.write(piece)));
    }
  });
  from.on('end', () => isCarried() && carry(0, () => to.destroySoon()));
  from.on('error', () => isCarried() && to.destroy());
  from.on('close', () => isCarried() && carry(0, () => to.destroySoon()));
}
