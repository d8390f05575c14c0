import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import * as protocol from '#projections/sync/protocol.ts';
import { canonicalJson } from '#server/kernel/canonicalJson.ts';

/** Changing the wire is a decision: raise PROTOCOL_VERSION, or show that old tabs understand it, then pin anew. */
const PINNED = '9b49c5e9a96e05c6c9fbbff521ebde4523397d389f6ccd1d132df1f5deefbba1';

function isSchema(value: unknown): value is z.ZodMiniType {
  return value instanceof z.ZodMiniType;
}

describe('the wire between hub and browser', () => {
  it('is what it was: a hash of all schemas and event names', () => {
    const exported: Readonly<Record<string, unknown>> = protocol;
    const schemas = Object.entries(exported).flatMap(([name, value]) =>
      isSchema(value) ? [[name, z.toJSONSchema(value)] as const] : [],
    );
    const wire = {
      version: protocol.PROTOCOL_VERSION,
      client: protocol.CLIENT_EVENTS,
      hub: protocol.HUB_EVENTS,
      schemas: Object.fromEntries(schemas),
    };
    const json: unknown = JSON.parse(JSON.stringify(wire));
    expect(schemas.length).toBeGreaterThan(10);
    expect(createHash('sha256').update(canonicalJson(json)).digest('hex')).toBe(PINNED);
  });

  it.each([
    ['0000000000000120', true],
    ['00000000000bad9f00000000000bad9f', true],
    ['000000000000012', false],
    ['0'.repeat(33), false],
    ['00000000000BAD9F', false],
    ['000000000000012g', false],
    ['-000000000000120', false],
  ])('knows by its form whether %s may be a position', (position, mayBe) => {
    expect(protocol.markSchema.safeParse({ era: 'e', position }).success).toBe(mayBe);
  });

  it('refuses unknown keys in everything that a client says', () => {
    const messages = [
      [protocol.subscribeSchema, { topic: 'feed:ou', since: null, floor: null, notBefore: '0'.repeat(16) }],
      [protocol.unsubscribeSchema, { topic: 'feed:ou' }],
      [protocol.pageSchema, { topic: 'feed:ou', floor: 'x', notBefore: '0'.repeat(16) }],
      [protocol.needSchema, { refs: [], notBefore: '0'.repeat(16) }],
      [protocol.signalSchema, { topic: 'messages:x:1', name: 'writes', data: { isWriting: true } }],
    ] as const;
    for (const [schema, message] of messages) {
      expect(schema.safeParse(message).success).toBe(true);
      expect(schema.safeParse({ ...message, extra: 1 }).success).toBe(false);
    }
  });
});
