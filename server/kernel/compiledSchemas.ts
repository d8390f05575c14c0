import { compile } from 'zod/mini';
import type { EventDefinition } from '#domain/kernel/event.ts';
import type { FoldTable } from '#projections/kernel/foldTable.ts';

/**
 * Schemas as code that zod generates for each. A rebuild checks each event and each document once more, which without it
 * is a third of its time (docs/proof/bench.md). Browsers can't have it: their policy forbids generated code.
 *
 * @returns the table; documents are checked by the same rules
 */
export function compileDocumentSchemas(table: FoldTable): FoldTable {
  const collections = [...table.collections].map(
    ([name, collection]) => [name, { ...collection, schema: compile(collection.schema) }] as const,
  );
  return { ...table, collections: new Map(collections) };
}

/** The same for the schemas of events, earlier versions included. */
export function compileEventSchemas(
  definitions: Readonly<Record<string, EventDefinition>>,
): Readonly<Record<string, EventDefinition>> {
  const compiled = Object.entries(definitions).map(([type, definition]) => {
    const previous = definition.previous.map((older) => ({ ...older, schema: compile(older.schema) }));
    return [type, { ...definition, schema: compile(definition.schema), previous }] as const;
  });
  return Object.fromEntries(compiled);
}
