import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { projections } from '#projections/registry.ts';
import type { MovedIn } from '#test/house/movedIn.ts';
import { makeNextRelease, NEXT_FIELD, NEXT_PROJECTIONS } from './nextRelease.ts';

/** Prints what a release folds, and whether its posts have the field. */
const PRINT = `
  import { collections, projections } from './projections/registry.ts';
  const versions = Object.fromEntries(projections.map(({ name, version }) => [name, version]));
  const hasField = '${NEXT_FIELD}' in collections.get('posts').schema.shape;
  console.log(JSON.stringify({ versions, hasField }));
`;

let next: MovedIn;
beforeAll(() => {
  next = makeNextRelease();
});
afterAll(() => next.remove());

it('has to build what `npm run upgrade` says, and nothing else', async () => {
  const { stdout, output } = await next.run(['--input-type=module', '--eval', PRINT]);
  if (stdout === '') throw new Error(output);
  const { versions, hasField } = JSON.parse(stdout) as { versions: Record<string, number>; hasField: boolean };
  expect(hasField).toBe(true);
  const ofThis = new Map(projections.map(({ name, version }) => [name, version]));
  const changed = Object.keys(versions).filter((name) => versions[name] !== ofThis.get(name));
  expect(changed.sort()).toEqual([...NEXT_PROJECTIONS]);
});
