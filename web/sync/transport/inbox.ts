import type { PackedAnswer } from '#projections/sync/packedAnswer.ts';

/** Whether this browser can unpack large answers; all can since spring 2023. */
export const canUnpack = hasDeflateRaw();

function hasDeflateRaw(): boolean {
  try {
    return new DecompressionStream('deflate-raw').readable !== null;
  } catch {
    return false;
  }
}

/** Whether documents of an answer are packed. */
export function isPacked(answer: unknown): answer is PackedAnswer {
  return typeof answer === 'object' && answer !== null && 'packed' in answer;
}

/** The answer as it would have come to a client that can't unpack. */
export async function unpack({ packed, documents, ...frame }: PackedAnswer): Promise<object> {
  const bytes = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const shared: unknown[] = await new Response(bytes).json();
  return { ...frame, documents: [...shared, ...documents] };
}

/** Hands on what comes over one connection in the order in which it came, also while an answer is unpacked. */
export class Inbox {
  #last: Promise<void> | null = null;
  #isClosed = false;

  /** Takes a packet: at once where nothing is before it. */
  take(handOn: () => void): void {
    if (this.#last === null) handOn();
    else this.#append(this.#last.then(() => this.#isClosed || handOn()));
  }

  /** Takes an answer that has to be unpacked first. Rejects when the connection ends meanwhile. */
  unpack(answer: PackedAnswer): Promise<object> {
    const unpacked = unpack(answer);
    const inTurn = Promise.all([unpacked, this.#last]).then(([whole]) => {
      if (this.#isClosed) throw new Error('The connection has ended.');
      return whole;
    });
    // The caller resumes first: the next packet waits for a task of its own, as if it had come alone.
    const over = () => new Promise<void>((resolve) => setTimeout(resolve));
    this.#append(inTurn.then(over, over));
    return inTurn;
  }

  /** The connection has ended: nothing more of it is handed on. */
  close(): void {
    this.#isClosed = true;
  }

  /** What fails in one listener holds up nothing that comes after it. */
  #append(next: Promise<unknown>): void {
    const last = next.catch(console.error).then(() => {
      if (this.#last === last) this.#last = null;
    });
    this.#last = last;
  }
}
