import { describe, expect, it } from '@jest/globals';
import { importsPastFaces } from '#scripts/check/faces.ts';

const NOUNS = ['domain/kernel/noun.ts', 'domain/offer/noun.ts', 'domain/wish/noun.ts', 'server/wish/noun.ts'];

/** Problems of a tree of two nouns, in which one file imports another. */
function problemsOf(path: string, imported: string): readonly string[] {
  const manifests = NOUNS.map((noun) => [noun, ''] as const);
  return importsPastFaces(new Map([...manifests, [path, `import { x } from '${imported}';`]]));
}

describe('faces of nouns', () => {
  it.each([
    ['domain/offer/decider.ts', '../wish/decider.ts', 'domain/wish'],
    ['domain/offer/decider.ts', '../wish/part/state.ts', 'domain/wish'],
    ['projections/offer/folds.ts', '#domain/wish/events.ts', 'domain/wish'],
    ['projections/offer/folds.ts', '../wish/folds.ts', 'projections/wish'],
    ['server/offer/part/routes.ts', '../../wish/routes.ts', 'server/wish'],
    ['server/offer/routes.ts', '#projections/wish/folds.ts', 'projections/wish'],
  ])('refuses that %s imports %s', (path, imported, noun) => {
    const [problem, ...others] = problemsOf(path, imported);
    expect(problem).toContain(`of ${noun} other nouns may import`);
    expect(others).toEqual([]);
  });

  it.each([
    ['domain/offer/decider.ts', '../wish/state.ts'],
    ['domain/offer/decider.ts', '../kernel/ids.ts'],
    ['domain/wish/decider.ts', './events.ts'],
    ['projections/wish/folds.ts', '#domain/wish/events.ts'],
    ['projections/offer/predict.ts', '../wish/predict.ts'],
    ['server/offer/routes.ts', '../wish/face.ts'],
    ['server/offer/routes.ts', '../http/errors.ts'],
    ['domain/nouns.ts', './wish/noun.ts'],
  ])('takes that %s imports %s', (path, imported) => {
    expect(problemsOf(path, imported)).toEqual([]);
  });
});
