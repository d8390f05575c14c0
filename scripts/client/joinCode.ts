/**
 * Joins small files of code. A bundler makes a file for each set of entries that need the same modules: 300 files here,
 * of 600 bytes most of them. Each is a request, and one that can fail; joined at random, a page would wait for code of
 * other pages. So the two files are joined whose union costs the least, again and again: the bytes that entries would
 * load without needing them.
 */

/** A file of code as the bundler splits it by itself. */
export interface CodeFile {
  readonly name: string;
  readonly bytes: number;
  /** Names of the files that it imports at once. */
  readonly imports: readonly string[];
  readonly modules: readonly string[];
  /** How much it counts that somebody waits for this file, which an `import()` asks for; 0: nothing does. */
  readonly weight: number;
}

export interface JoinOptions {
  /** Files at most, if so many are small. */
  readonly most: number;
  /** Bytes from which a file stays as it is. */
  readonly smallBytes: number;
}

/** Files that become one. */
interface Part {
  readonly name: string;
  readonly bytes: number;
  readonly modules: readonly string[];
  /** Whether it may be joined. */
  readonly isSmall: boolean;
  /** Whether it is of several files. */
  readonly isJoined: boolean;
  /** The parts that it imports at once. */
  readonly imports: Set<Part>;
  /** Indices of the entries that load it. */
  readonly loadedBy: Set<number>;
}

/** Between the names of a pair; no file's name has it. */
const SEPARATOR = '\n';

/**
 * Joins files until there are `most`, so that no file imports itself by others.
 *
 * @returns the modules of each joined file, by its name: that of its largest part
 */
export function joinCode(files: readonly CodeFile[], options: JoinOptions): ReadonlyMap<string, readonly string[]> {
  const weights = files.filter(({ weight }) => weight > 0).map(({ weight }) => weight);
  const parts = new Map(partsOf(files, options.smallBytes).map((part) => [part.name, part]));
  const pairs = new Pairs(weights);
  for (const part of parts.values()) if (part.isSmall) pairs.add(part);
  while (parts.size > options.most) {
    const pair = pairs.cheapest();
    if (pair === null) break;
    const union = join(pair, parts.values());
    for (const { name } of pair) {
      parts.delete(name);
      pairs.remove(name);
    }
    parts.set(union.name, union);
    pairs.add(union);
  }
  return new Map([...parts.values()].filter(({ isJoined }) => isJoined).map(({ name, modules }) => [name, modules]));
}

/** Each file with the entries that load it. */
function partsOf(files: readonly CodeFile[], smallBytes: number): readonly Part[] {
  const parts = files.map(
    ({ name, bytes, modules }): Part => ({
      name,
      bytes,
      modules,
      isSmall: bytes < smallBytes,
      isJoined: false,
      imports: new Set(),
      loadedBy: new Set(),
    }),
  );
  const byName = new Map(parts.map((part) => [part.name, part]));
  for (const { name, imports } of files) {
    for (const other of imports) {
      const imported = byName.get(other);
      if (imported !== undefined) byName.get(name)?.imports.add(imported);
    }
  }
  for (const [index, { name }] of files.filter(({ weight }) => weight > 0).entries()) {
    const entry = byName.get(name);
    if (entry !== undefined) for (const part of closureOf([entry])) part.loadedBy.add(index);
  }
  return parts;
}

/** The parts, all that they import, and so on. */
function closureOf(parts: Iterable<Part>): ReadonlySet<Part> {
  const closure = new Set(parts);
  for (const { imports } of closure) for (const part of imports) closure.add(part);
  return closure;
}

/** Puts the union of two parts in their place. */
function join([one, other]: readonly [Part, Part], parts: Iterable<Part>): Part {
  const union: Part = {
    name: one.bytes >= other.bytes ? one.name : other.name,
    bytes: one.bytes + other.bytes,
    modules: [...one.modules, ...other.modules],
    isSmall: true,
    isJoined: true,
    imports: new Set([...one.imports, ...other.imports].filter((part) => part !== one && part !== other)),
    loadedBy: new Set([...one.loadedBy, ...other.loadedBy]),
  };
  for (const { imports } of parts) {
    if (!imports.has(one) && !imports.has(other)) continue;
    imports.delete(one);
    imports.delete(other);
    imports.add(union);
  }
  for (const { loadedBy } of closureOf([union])) for (const entry of union.loadedBy) loadedBy.add(entry);
  return union;
}

/** Whether one imports the other by a third: joined, they would import themselves. */
function isCircle(one: Part, other: Part): boolean {
  const imports = (from: Part, to: Part) => closureOf([...from.imports].filter((part) => part !== to)).has(to);
  return imports(one, other) || imports(other, one);
}

/** Pairs of small parts with the cost of their union. A cost is worked out anew when its pair is next. */
class Pairs {
  readonly #weights: readonly number[];
  readonly #parts = new Map<string, Part>();
  readonly #costs = new Map<string, Map<string, number>>();

  constructor(weights: readonly number[]) {
    this.#weights = weights;
  }

  add(part: Part): void {
    const others = [...this.#parts.values()];
    this.#costs.set(part.name, new Map(others.map((other) => [other.name, this.#cost(part, other)])));
    this.#parts.set(part.name, part);
  }

  remove(name: string): void {
    this.#parts.delete(name);
    this.#costs.delete(name);
    for (const others of this.#costs.values()) others.delete(name);
  }

  /** The two whose union costs the least; `null`: none can be joined. */
  cheapest(): readonly [Part, Part] | null {
    for (;;) {
      const next = this.#next();
      if (next === null) return null;
      const [one, other] = [this.#parts.get(next.one), this.#parts.get(next.other)];
      if (one === undefined || other === undefined) return null;
      const cost = isCircle(one, other) ? Number.POSITIVE_INFINITY : this.#cost(one, other);
      if (cost <= next.cost) return [one, other];
      this.#costs.get(next.one)?.set(next.other, cost);
    }
  }

  /** The pair of the least cost as it was last known; of equals, the first by name. */
  #next(): { readonly one: string; readonly other: string; readonly cost: number } | null {
    let best: { readonly one: string; readonly other: string; readonly cost: number; readonly name: string } | null =
      null;
    for (const [one, others] of this.#costs) {
      for (const [other, cost] of others) {
        if (cost === Number.POSITIVE_INFINITY || (best !== null && cost > best.cost)) continue;
        const name = (one < other ? [one, other] : [other, one]).join(SEPARATOR);
        if (best === null || cost < best.cost || name < best.name) best = { one, other, cost, name };
      }
    }
    return best;
  }

  #cost(one: Part, other: Part): number {
    return this.#waste(one, other) + this.#waste(other, one);
  }

  /** Bytes of `wasted`, and of all that it imports, for the entries that load `loaded` without them. */
  #waste(loaded: Part, wasted: Part): number {
    const entries = [...loaded.loadedBy].filter((entry) => !wasted.loadedBy.has(entry));
    if (entries.length === 0) return 0;
    let bytes = 0;
    for (const part of closureOf([wasted])) {
      for (const entry of entries) if (!part.loadedBy.has(entry)) bytes += part.bytes * (this.#weights[entry] ?? 0);
    }
    return bytes;
  }
}
