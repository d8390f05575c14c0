import { hostileValue } from './hostile.ts';
import type { Source } from './source.ts';

/** Most changes of a value. */
const MAX_CHANGES = 3;

/** A slightly changed value: a part is missing, added, of another type, longer or shorter. */
export function nearly(value: unknown, source: Source): unknown {
  let changed = structuredClone(value);
  for (let change = source.int(1, MAX_CHANGES); change > 0; change -= 1) changed = changeOne(changed, source);
  return changed;
}

function changeOne(value: unknown, source: Source): unknown {
  if (typeof value !== 'object' || value === null) return changeLeaf(value, source);
  const keys = Object.keys(value);
  if (keys.length > 0 && source.chance(75)) {
    const key = source.pick(keys);
    const inner = (value as Record<string, unknown>)[key];
    return withKey(value, key, changeOne(inner, source));
  }
  if (Array.isArray(value)) {
    return source.pick([
      () => value.slice(1),
      () => [...value, hostileValue(source)],
      () => Array.from({ length: source.int(0, 40) }, () => value[0] ?? null),
      () => hostileValue(source),
    ])();
  }
  return source.pick([
    () => Object.fromEntries(Object.entries(value).slice(1)),
    () => ({ ...value, [source.pick(['extra', 'toString', 'version', '$where'])]: hostileValue(source) }),
    () => JSON.parse(`{"__proto__":{"x":1},${JSON.stringify(value).slice(1).replace(/^}/, '"y":1}')}`),
    () => Object.values(value),
    () => hostileValue(source),
  ])();
}

function withKey(value: object, key: string, inner: unknown): unknown {
  if (!Array.isArray(value)) return { ...value, [key]: inner };
  return value.map((each, index) => (String(index) === key ? inner : each));
}

function changeLeaf(value: unknown, source: Source): unknown {
  if (typeof value === 'string' && source.chance(60)) {
    return source.pick([
      () => value.slice(1),
      () => value.toUpperCase(),
      () => `${value}\u0000`,
      () => ` ${value} `,
      () => value.repeat(source.int(2, 30)),
      () => [...value].reverse().join(''),
    ])();
  }
  if (typeof value === 'number' && source.chance(60)) {
    return source.pick([-value, value + 0.5, value * 2 ** 40, -1, String(value)]);
  }
  return hostileValue(source);
}

/** Slightly changed bytes: cut, flipped, doubled, mixed with noise. */
export function mutateBytes(bytes: Buffer, source: Source): Buffer {
  return source.pick([
    () => bytes.subarray(0, source.int(0, bytes.length)),
    () => bytes.subarray(source.int(0, Math.min(bytes.length, 64))),
    () => flipped(bytes, source),
    () => Buffer.concat([bytes, source.bytes(source.int(1, 200))]),
    () => Buffer.concat([bytes.subarray(0, source.int(0, bytes.length)), source.bytes(32), bytes.subarray(40)]),
  ])();
}

function flipped(bytes: Buffer, source: Source): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length === 0) return copy;
  for (let flip = source.int(1, 12); flip > 0; flip -= 1) copy[source.int(0, copy.length - 1)] = source.int(0, 255);
  return copy;
}
