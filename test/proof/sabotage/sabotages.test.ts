import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { breakText, fileOf, PROOFS } from './sabotage.ts';
import { fewFor, sabotages } from './sabotages.ts';

/** Every promise that the simulation checks. */
const PROMISES = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P10', 'rules', 'money'];

describe('the sabotages', () => {
  it.each(sabotages.map((sabotage) => [sabotage.name, sabotage] as const))(
    '%s still has its place in the program, and a proof that finds it',
    (name, { edits, foundBy }) => {
      for (const edit of edits) {
        const text = readFileSync(fileOf(edit), 'utf8');
        expect(breakText(name, edit, text)).not.toBe(text);
      }
      expect(Object.keys(foundBy)).not.toEqual([]);
    },
  );

  it('have names of their own', () => {
    const names = sabotages.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('break each promise that the simulation checks, and the rules of the nouns', () => {
    const promises = new Set(sabotages.flatMap(({ foundBy: { simulate } }) => simulate?.promise ?? []));
    expect(promises).toEqual(new Set(PROMISES));
  });

  it('are found by every proof, and for every promise, in the few that stand for all', () => {
    expect(PROOFS.filter((proof) => fewFor(proof).length === 0)).toEqual([]);
    const promises = fewFor('simulate').map(({ foundBy: { simulate } }) => simulate?.promise ?? '');
    expect(promises.toSorted()).toEqual(PROMISES.toSorted());
    const others = PROOFS.filter((proof) => proof !== 'simulate').flatMap((proof) =>
      fewFor(proof).map(({ foundBy }) => foundBy[proof]),
    );
    expect(others).toHaveLength(PROOFS.length - 1);
    expect(others.filter((found) => found === undefined || 'isSlow' in found)).toEqual([]);
  });
});
