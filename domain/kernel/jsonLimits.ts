/** Values (objects, arrays and primitives) in one command's payload; a full rich text and ten files need far fewer. */
export const JSON_MAX_NODES = 8_000;
/** Levels of objects and arrays in a command's payload: a rich text inside a command takes five. */
export const JSON_MAX_DEPTH = 16;

/** How large a JSON value is; measuring stops where it is too much, so the figures are then lower bounds. */
export interface JsonMeasure {
  /** 0 for a primitive, 1 for a flat object or array. */
  readonly depth: number;
  /** All values, the outermost one included. */
  readonly nodes: number;
  /** Whether the value is small enough, and nothing in it pretends to be a list. */
  readonly withinLimits: boolean;
}

/**
 * Measures a parsed JSON value without recursion. Call it on every payload from outside before anything that
 * recurses (schemas, comparison, serialising): 50,000 nested arrays fit into 100 KB and overflow the stack.
 */
export function measureJson(
  value: unknown,
  limits: { readonly maxDepth: number; readonly maxNodes: number } = {
    maxDepth: JSON_MAX_DEPTH,
    maxNodes: JSON_MAX_NODES,
  },
): JsonMeasure {
  let nodes = 1;
  let depth = 0;
  let level: unknown[] = [value];
  while (true) {
    const containers = level.filter(isContainer);
    if (containers.length === 0) return { depth, nodes, withinLimits: true };
    depth += 1;
    if (depth > limits.maxDepth) return { depth, nodes, withinLimits: false };
    level = [];
    for (const container of containers) {
      if (pretendsToBeList(container)) return { depth, nodes, withinLimits: false };
      const children = Array.isArray(container) ? container : Object.values(container);
      nodes += children.length;
      if (nodes > limits.maxNodes) return { depth, nodes, withinLimits: false };
      for (const child of children) level.push(child);
    }
  }
}

/**
 * Whether an object has a `length` that is not a plain value. Schemas compare the length before they check for text or
 * list, and comparing such a value throws: `{"length": {"toString": 1}}`.
 */
function pretendsToBeList(container: object): boolean {
  return !Array.isArray(container) && 'length' in container && isContainer(container.length);
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
