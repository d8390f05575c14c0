import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from './container.ts';

/** Bytes that are read ahead: heads of boxes have sixteen, and one film has up to 20,000 of them. */
const WINDOW_BYTES = 16 * 1_024;

/** Reads a file in windows, so that many small reads side by side cost few of the disk. */
export async function fileSource(file: FileHandle): Promise<ByteSource> {
  const { size } = await file.stat();
  let window: Buffer = Buffer.alloc(0);
  let windowAt = 0;

  async function fromDisk(at: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  }

  return {
    size,
    async read(at, length) {
      if (length > WINDOW_BYTES) return fromDisk(at, length);
      if (at < windowAt || at + length > windowAt + window.byteLength) {
        window = await fromDisk(at, WINDOW_BYTES);
        windowAt = at;
      }
      return window.subarray(at - windowAt, at - windowAt + length);
    },
  };
}
