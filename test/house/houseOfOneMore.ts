import { afterAll, beforeAll } from '@jest/globals';
import { type MovedIn, moveIn, type Ran } from './movedIn.ts';

/** A copy of the house with one noun more. */
export interface HouseOfOneMore {
  /** Its folder; there once the file's tests run. */
  readonly root: string;
  /** Runs a program in it; what it printed is the failure when it does not end well. */
  runs(words: readonly string[]): Promise<Ran>;
}

/** Has the noun of the fixture move in before the tests of a file, and removes the house after them. */
export function haveMoveIn(): HouseOfOneMore {
  let house: MovedIn | undefined;
  beforeAll(() => {
    house = moveIn();
  });
  afterAll(() => house?.remove());

  const there = () => {
    if (house === undefined) throw new Error('The noun moves in when the tests run, not before.');
    return house;
  };
  return {
    get root() {
      return there().root;
    },
    async runs(words) {
      const ran = await there().run(words);
      if (ran.code !== 0) throw new Error(`${words.join(' ')} ended with ${ran.code}:\n${ran.output.slice(-8_000)}`);
      return ran;
    },
  };
}
