import type { PackedAnswer } from '#projections/sync/packedAnswer.ts';

/** Whether this browser can decompress large answers; all can since spring 2023. */
export const canUnpack = hasDeflateRaw();

function hasDeflateRaw(): boolean {
  try {
    return new DecompressionStream('deflate-raw').readable !== null;
  } catch {
    return false;
  }
}

/** Whether an answer's documents are compressed. */
export function isPacked(answer: unknown): answer is PackedAnswer {
  return typeof answer === 'object' && answer !== null && 'packed' in answer;
}

/** The answer, decompressed. */
export async function unpack({ packed, documents, ...frame }: PackedAnswer): Promise<object> {
  const bytes = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const shared: unknown[] = await new Response(bytes).json();
  return { ...frame, documents: [...shared, ...documents] };
}

/** Passes on the packets of one connection in the order of their arrival, also while an answer is decompressed. */
export class Inbox {
  #last: Promise<void> | null = null;
  #isClosed = false;

  /** Takes a packet: passes it on at once if none waits before it. */
  take(handOn: () => void): void {
    if (this.#last === null) handOn();
    else this.#append(this.#last.then(() => this.#isClosed || handOn()));
  }

  /** Takes a compressed answer. Rejects when the connection ends meanwhile. */
  unpack(answer: PackedAnswer): Promise<object> {
    const unpacked = unpack(answer);
    const inTurn = Promise.all([unpacked, this.#last]).then(([whole]) => {
      if (this.#isClosed) throw new Error('The connection has ended.');
      return whole;
    });
    // The caller resumes first: the next packet waits for a task of its own, as if it had arrived alone.
    const over = () => new Promise<void>((resolve) => setTimeout(resolve));
    this.#append(inTurn.then(over, over));
    return inTurn;
  }

  /** The connection has ended: no packet of it is passed on any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** A failure in one listener does not stop later packets. */
  #append(next: Promise<unknown>): void {
    const last = next.catch(console.error).then(() => {
      if (this.#last === last) this.#last = null;
    });
    this.#last = last;
  }
}
