import { join } from 'node:path';

/** One edit of one file. */
export interface Edit {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly original: string;
  readonly broken: string;
}

/** A fault put in on purpose, as a programmer could make it, and the proofs that must find it. */
export interface Sabotage {
  readonly name: string;
  /** The fault, in words. */
  readonly says: string;
  readonly edits: readonly Edit[];
  readonly foundBy: {
    readonly simulate?: FoundBySimulation;
    readonly crash?: FoundByCrash;
    readonly faults?: FoundByWords;
    readonly fuzz?: FoundByFuzz;
  };
}

export type Proof = keyof Sabotage['foundBy'];
export const PROOFS = ['simulate', 'crash', 'faults', 'fuzz'] as const satisfies readonly Proof[];

export interface FoundBySimulation {
  /** The promise that is found broken: of `test/proof/simulate/promises.ts`. */
  readonly promise: string;
  /** A seed that finds it. Stories change with their steps; `npm run sabotage -- --reseed` writes the seeds anew. */
  readonly seed: number;
}

interface FoundByWords {
  /** One of the findings reads so. */
  readonly as: RegExp;
  /** It takes long or a rare moment: it is none of the few that `.ci/run` has found. */
  readonly isSlow?: true;
}

export interface FoundByCrash extends FoundByWords {
  /** Kills within which it is found. */
  readonly kills: number;
}

export interface FoundByFuzz extends FoundByWords {
  /** Kind of inputs that find it; all unless given. */
  readonly only?: string;
}

/**
 * A file's text with an edit applied.
 *
 * @throws Error the original does not occur exactly once: the program has changed and the sabotage has to follow
 */
export function breakText(name: string, { file, original, broken }: Edit, text: string): string {
  const [before, after, ...more] = text.split(original);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`The place of the sabotage ${name} is not in ${file} exactly once.`);
  }
  return `${before}${broken}${after}`;
}

/** Path of the file that an edit changes. */
export function fileOf({ file }: Edit): string {
  return join(import.meta.dirname, '../../..', file);
}
