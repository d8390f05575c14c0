import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readModels } from '#projections/engine/readModels.ts';
import type { PageBounds } from '#projections/engine/readStore.ts';
import { collectionsOf } from '#projections/engine/versions.ts';
import { querySql } from '#server/engines/sqlite/readStore/reader.ts';
import { type CollectionShape, queryIndex, shapeOf } from '#server/engines/sqlite/readStore/tables.ts';
import { type GenerationWriter, openGenerationWriter } from '#server/engines/sqlite/readStore/writer.ts';

const shapes = collectionsOf(readModels).map(shapeOf);
const declared = shapes.flatMap((shape) =>
  Object.keys(shape.queries).map((query): [string, CollectionShape, string] => [
    `${shape.name}.${query}`,
    shape,
    query,
  ]),
);
const PAGES: readonly PageBounds[] = [
  { below: null, atOrAbove: null, limit: 10 },
  { below: 'x', atOrAbove: null, limit: 10 },
  { below: null, atOrAbove: 'x', limit: 10 },
  { below: 'x', atOrAbove: 'a', limit: 10 },
];

describe('declared queries', () => {
  let folder: string;
  let writer: GenerationWriter;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quad-plan-'));
    writer = openGenerationWriter(join(folder, 'generation-1.db'), shapes);
  });
  afterAll(async () => {
    writer.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(declared)('%s runs on its own index, in its order, without sorting', (_name, shape, query) => {
    for (const page of PAGES) {
      const { sql, bounds } = querySql(shape, query, page);
      const values = shape.queries[query]?.equals.map(() => 'value') ?? [];
      const plan = writer.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values, ...bounds, page.limit);
      const steps = plan.map(({ detail }) => String(detail));
      expect(steps).toHaveLength(1);
      expect(steps[0]).toMatch(new RegExp(`^SEARCH .* USING (COVERING )?INDEX ${queryIndex(shape, query).name} `));
    }
  });
});
