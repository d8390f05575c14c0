import type { CollectionCreateSchema, CollectionFieldSchema } from 'typesense';
import type { SearchDocument, SearchShape } from '../../ports/searchIndex.ts';

/** A document as Typesense holds it. */
export type TypesenseDocument = { readonly id: string } & Readonly<Record<string, string | number>>;

/** A note about one build: its shape, and the state that the writer keeps with it. */
export interface BuildNote {
  readonly id: string;
  readonly index: string;
  /** JSON of the shape. */
  readonly shape: string;
  readonly state?: string;
}

/** Field of the n-th text; of a filter. Names of ours cannot meet those of the documents' own fields. */
export function textField(n: number): string {
  return `text_${n}`;
}
export function filterField(name: string): string {
  return `filter_${name}`;
}

/**
 * A value that is compared as a whole. In hexadecimal digits: Typesense splits values into words, and reads signs in
 * filters.
 */
export function wholeValue(value: string | null): string {
  return value === null ? 'n' : `v${Buffer.from(value, 'utf8').toString('hex')}`;
}

/** The collection of one build. */
export function collectionSchema(name: string, { texts, filters }: SearchShape): CollectionCreateSchema {
  const fields: CollectionFieldSchema[] = [
    ...texts.map((_, n) => ({ name: textField(n), type: 'string' as const })),
    ...['subject', 'campus', ...filters.map(filterField)].map((field) => ({ name: field, type: 'string' as const })),
    { name: 'at', type: 'int64', sort: true },
  ];
  return { name, fields, default_sorting_field: 'at' };
}

/** The collection of the notes about all builds. */
export function notesSchema(name: string): CollectionCreateSchema {
  return {
    name,
    fields: [
      { name: 'index', type: 'string' },
      { name: 'shape', type: 'string', index: false, optional: true },
      { name: 'state', type: 'string', index: false, optional: true },
    ],
  };
}

export function typesenseDocument(shape: SearchShape, document: SearchDocument): TypesenseDocument {
  const { key, subject, campus, texts, filters, at } = document;
  return {
    id: key,
    subject: wholeValue(subject),
    campus: wholeValue(campus),
    at,
    ...Object.fromEntries(shape.texts.map((name, n) => [textField(n), texts[name] ?? ''])),
    ...Object.fromEntries(shape.filters.map((name) => [filterField(name), wholeValue(filters[name] ?? '')])),
  };
}
