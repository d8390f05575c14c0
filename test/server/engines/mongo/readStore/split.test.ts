import { describe, expect, it } from '@jest/globals';
import type { Commit, FeedRow } from '#projections/engine/readStore.ts';
import { splitCommit } from '#server/engines/mongo/readStore/split.ts';

const at = (n: number) => String(n).padStart(16, '0');
const row = (n: number, key: string): FeedRow => ({
  collection: 'notes',
  key,
  position: at(n),
  before: null,
  doc: { words: 'x'.repeat(300) },
  topics: [],
  left: [],
});
const parked = (n: number) => ({ collection: 'notes', key: `p${n}`, position: at(n), error: 'why' });

describe('commits that one record of MongoDB cannot hold', () => {
  const rows = [row(1, 'a'), row(2, 'b'), row(2, 'c'), row(3, 'd'), row(5, 'e')];
  const commit: Commit = { from: at(0), to: at(9), recording: 'last', rows, parked: [parked(1), parked(3), parked(8)] };

  it('are cut between positions, and each part begins where the one before ends', () => {
    const parts = splitCommit(commit, 1_000);
    expect(parts.map(({ from, to, rows: some, parked: left }) => [from, to, some.length, left.length])).toEqual([
      [at(0), at(1), 1, 1],
      [at(1), at(2), 2, 0],
      [at(2), at(9), 2, 2],
    ]);
    expect(parts.flatMap((part) => part.rows)).toEqual(rows);
    expect(parts.map(({ recording }) => recording)).toEqual([null, null, 'last']);
  });

  it('are left whole where they fit', () => {
    expect(splitCommit(commit)).toEqual([commit]);
    const none = { ...commit, rows: [] };
    expect(splitCommit(none)).toEqual([none]);
  });

  it('are cut anywhere where they move no position: corrections of a rebuild', () => {
    const corrections = {
      from: at(9),
      to: at(9),
      recording: null,
      rows: ['a', 'b', 'c'].map((key) => row(9, key)),
      parked: [],
    };
    const parts = splitCommit(corrections, 500);
    expect(parts.map(({ from, to, rows: some }) => [from, to, some.map(({ key }) => key)])).toEqual(
      ['a', 'b', 'c'].map((key) => [at(9), at(9), [key]]),
    );
  });
});
