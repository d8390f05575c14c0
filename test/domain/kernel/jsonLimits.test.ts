import { describe, expect, it } from '@jest/globals';
import { JSON_MAX_DEPTH, JSON_MAX_NODES, measureJson } from '#domain/kernel/jsonLimits.ts';
import { postCommands } from '#domain/post/commands.ts';
import { RICH_TEXT_MAX_NODES } from '#domain/post/limits.ts';

function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth));
}

describe('the size of JSON', () => {
  it('is depth and number of values', () => {
    expect(measureJson('text')).toEqual({ depth: 0, nodes: 1, withinLimits: true });
    expect(measureJson(null)).toEqual({ depth: 0, nodes: 1, withinLimits: true });
    expect(measureJson({ a: 1, b: [2, { c: null }] })).toEqual({ depth: 3, nodes: 6, withinLimits: true });
  });

  it('stops at 50,000 levels without overflowing the stack', () => {
    expect(measureJson(nested(50_000))).toEqual({ depth: JSON_MAX_DEPTH + 1, nodes: 17, withinLimits: false });
    expect(measureJson(nested(JSON_MAX_DEPTH)).withinLimits).toBe(true);
    expect(measureJson(nested(JSON_MAX_DEPTH + 1)).withinLimits).toBe(false);
  });

  it('stops at too many values, wide or many', () => {
    expect(measureJson(new Array(JSON_MAX_NODES - 1).fill(0)).withinLimits).toBe(true);
    expect(measureJson(new Array(JSON_MAX_NODES).fill(0)).withinLimits).toBe(false);
    expect(measureJson(new Array(200).fill(new Array(200).fill(0))).withinLimits).toBe(false);
  });

  it.each(['{"length":{"toString":1}}', '{"a":[{"length":[[[1]]]}]}'])(
    'refuses %s, which pretends to be a list: a schema that compares its length would throw',
    (json) => {
      expect(measureJson(JSON.parse(json)).withinLimits).toBe(false);
      expect(measureJson(JSON.parse('{"length":-1}')).withinLimits).toBe(true);
    },
  );

  it('lets the largest post through', () => {
    const children = new Array(RICH_TEXT_MAX_NODES - 1).fill({ text: 'x', bold: true, italic: true });
    const media = new Array(10).fill({ kind: 'image', name: 'a.jpg', width: 1, height: 1 });
    const post = { text: [{ type: 'paragraph', children }], media, category: 'all' };
    expect(measureJson(post).withinLimits).toBe(true);
    expect(postCommands.CreatePost.schema.safeParse(post).success).toBe(true);
  });
});
