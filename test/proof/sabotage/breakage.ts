import { join } from 'node:path';

/** A way to break the program: one place of one file, said in other words. */
export interface Breakage {
  readonly name: string;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly original: string;
  readonly broken: string;
}

/**
 * A file's text with a breakage in it.
 *
 * @throws Error the place is not there exactly once: the program has changed and the breakage has to follow
 */
export function breakText({ name, file, original, broken }: Breakage, text: string): string {
  const [before, after, ...more] = text.split(original);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`The place of the breakage ${name} is not in ${file} exactly once.`);
  }
  return `${before}${broken}${after}`;
}

/** Path of the file that a breakage changes. */
export function fileOf({ file }: Breakage): string {
  return join(import.meta.dirname, '../../..', file);
}
