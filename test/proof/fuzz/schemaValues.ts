import * as z from 'zod/mini';
import { campuses } from '#domain/campus/registry.ts';
import { POSITION_PATTERN, START } from '#projections/sync/position.ts';
import { type Source, stableId } from './source.ts';
import { somebody, somePost, TEXT_CANARY, type World } from './world.ts';

/** The part of JSON Schema that zod writes for our schemas. */
interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Sources of a drawn value. */
export interface Draw {
  readonly world: World;
  readonly source: Source;
  readonly number: number;
}

/** Items and characters of a drawn value, so that most stay far from their limits. */
const MANY_ITEMS = 4;
const MANY_CHARACTERS = 60;
const WORDS = ['lamp', 'book', 'bike', 'desk', 'sofa', 'ticket', 'é', '👋', '<b>', '&amp;', 'https://quad.example/x'];

const known = new WeakMap<z.ZodMiniType, JsonSchema>();

/** A value that fits the schema; ids, addresses and campuses mostly name something that exists. */
export function drawValue(schema: z.ZodMiniType, draw: Draw): unknown {
  let described = known.get(schema);
  if (described === undefined) {
    described = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
    known.set(schema, described);
  }
  return valueFor(described, '', draw);
}

function valueFor(schema: JsonSchema, field: string, draw: Draw): unknown {
  const { source } = draw;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return source.pick(schema.enum);
  if (schema.anyOf !== undefined) return valueFor(source.pick(schema.anyOf), field, draw);
  switch (schema.type) {
    case 'object':
      return objectFor(schema, draw);
    case 'array': {
      const min = schema.minItems ?? 0;
      const length = source.int(min, Math.min(schema.maxItems ?? MANY_ITEMS, Math.max(min, MANY_ITEMS)));
      return Array.from({ length }, () => valueFor(schema.items ?? {}, field, draw));
    }
    case 'integer':
    case 'number':
      return source.int(schema.minimum ?? 0, Math.min(schema.maximum ?? 2_000, 2_000));
    case 'boolean':
      return source.chance(50);
    case 'string':
      return textFor(schema, field, draw);
    default:
      return null;
  }
}

function objectFor({ properties = {}, required = [] }: JsonSchema, draw: Draw): unknown {
  const entries = Object.entries(properties)
    .filter(([name]) => required.includes(name) || draw.source.chance(50))
    .map(([name, schema]) => [name, valueFor(schema, name, draw)]);
  return Object.fromEntries(entries);
}

function textFor(schema: JsonSchema, field: string, draw: Draw): string {
  const { world, source, number } = draw;
  if (schema.format === 'uuid') return idFor(field, draw);
  if (schema.pattern === POSITION_PATTERN.source) return positionFor(source);
  if (field === 'email') return source.chance(70) ? somebody(world, source).email : `new${number}@ou.edu`;
  if (field === 'campus') return source.pick(campuses).id;
  if (field === 'category') return source.chance(80) ? 'all' : source.pick(WORDS);
  if (field === 'name' && schema.pattern !== undefined) return `${stableId(world.seed, 'file', source.int(0, 9))}.webp`;
  const length = Math.min(schema.maxLength ?? MANY_CHARACTERS, MANY_CHARACTERS);
  return [TEXT_CANARY, ...source.list(6, () => source.pick(WORDS))].join(' ').slice(0, length);
}

/** Mostly the start; otherwise one that the log may have, or one of another engine. */
export function positionFor(source: Source): string {
  if (source.chance(97)) return START;
  return source.weighted<() => string>([
    [3, () => '0'.repeat(15) + source.int(0, 9)],
    [2, () => `${source.int(0, 9)}f`.repeat(16)],
    [1, () => source.pick(['0', 'f']).repeat(source.int(16, 32))],
    [1, () => `${START}${'a'.repeat(source.int(0, 16))}`],
  ])();
}

function idFor(field: string, { world, source, number }: Draw): string {
  if (field === 'actor' || field === 'userId') return somebody(world, source).userId;
  if (field === 'id') return stableId(world.seed, 'command', source.chance(90) ? number : source.int(0, number));
  return source.chance(90) ? somePost(world, source, number).postId : stableId(world.seed, 'nothing', number);
}
