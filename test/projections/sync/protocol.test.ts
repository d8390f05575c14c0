import { expect, it } from '@jest/globals';
import {
  commandAnswerSchema,
  erasSchema,
  needAnswerSchema,
  progressSchema,
  refusedSchema,
  revokedSchema,
  rowsSchema,
  topicAnswerSchema,
} from '#projections/sync/protocol.ts';

const position = '0000000000000007';
const document = { collection: 'posts', key: 'bike', position, doc: { id: 'bike' } };
const refusal = { code: 'BUSY', text: 'Too much at once.', data: { seconds: 3 }, retry: true };
const cursor = { generation: 'g1', era: 'e1', position };

/** Everything that a page reads of the hub, with an example. */
const READ_BY_PAGES = [
  ['eras', erasSchema, { eras: [{ id: 'e1', from: position }] }],
  ['rows', rowsSchema, { position, documents: [document], created: ['posts bike'], refs: [document] }],
  ['progress', progressSchema, { generation: 'g1', position }],
  ['revoked', revokedSchema, { topic: 'feed:ou', refusal }],
  ['answer of a topic', topicAnswerSchema, { ok: true, cursor, fresh: true, documents: [document], floor: '' }],
  ['answer of a need', needAnswerSchema, { ok: true, position, documents: [document] }],
  ['answer of a command', commandAnswerSchema, { ok: true, position }],
  ['refusal', refusedSchema, { ok: false, refusal }],
] as const;

/** Objects whose keys are data: a page shows what it knows of them. */
const FREE = new Set(['doc', 'data']);

/** The same from a newer hub: every object has a field more. */
function fromNewer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromNewer);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, FREE.has(name) ? field : fromNewer(field)]);
  return { ...Object.fromEntries(fields), addedLater: { deep: true } };
}

it.each(READ_BY_PAGES)('a page leaves out what a newer hub has added: %s', (_name, schema, example) => {
  expect(schema.parse(fromNewer(example))).toEqual(example);
});
