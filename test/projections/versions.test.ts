import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Projection } from '#projections/kernel/projection.ts';
import { projections } from '#projections/registry.ts';

/**
 * What each version of a projection's documents looks like. When this fails, documents have changed: raise the
 * projection's `version`, so that a new release builds them anew beside the old ones, and put the new digest here.
 * (A fold that makes other documents of the same shape needs a new version too; that no test can see.)
 */
const PINNED: Readonly<Record<string, string>> = {
  'campus@1': 'eb843a02a057',
  'erasure@1': 'ca2de8c5fd00',
  'person@2': '087cab9ee770',
  'post@3': '35662fbd5d84',
  'save@2': '949e9aab6fbe',
};

function digest({ collections }: Projection): string {
  const shapes = collections.map(({ name, schema, subject, personal, queries }) => {
    return { name, subject, personal, queries, schema: z.toJSONSchema(schema) };
  });
  return createHash('sha256').update(JSON.stringify(shapes)).digest('hex').slice(0, 12);
}

describe('versions of projections', () => {
  it('are raised when the documents change', () => {
    const now = Object.fromEntries(projections.map((each) => [`${each.name}@${each.version}`, digest(each)]));
    expect(now).toEqual(PINNED);
  });
});
