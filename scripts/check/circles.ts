import { dirname, normalize } from 'node:path/posix';

/** The rooms whose folders may not import each other in a circle. */
export const ROOMS: readonly string[] = ['domain', 'projections', 'server', 'web', 'scripts'];
/** Those whose files may not. A folder of tests may use the folders in it, and they what it has for all of them. */
export const ROOMS_OF_FILES: readonly string[] = [...ROOMS, 'test'];

/** Folders, or files, that import each other in a circle, and one import for each step of it. */
export interface Circle {
  readonly members: readonly string[];
  /** `file imports file`, from each member to the next and from the last to the first. */
  readonly imports: readonly string[];
}

/** Every way of naming a module: static, dynamic, for its types, and to pass it on. */
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g;

/** Paths that a module of ours imports of ours, as paths from the root. */
export function importedPaths(path: string, text: string): readonly string[] {
  return [...text.matchAll(SPECIFIER)].flatMap(([, specifier = '']) => {
    if (specifier.startsWith('#')) return [specifier.slice(1)];
    return specifier.startsWith('.') ? [normalize(`${dirname(path)}/${specifier}`)] : [];
  });
}

/** The folder of a module. A file at the top of a room (a registry, an entry) stands for itself. */
export function folderOf(path: string): string {
  return path.split('/').length === 2 ? path : dirname(path);
}

/** From member to member, with one import as evidence. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** @param memberOf what a file belongs to */
function graphOf(sources: ReadonlyMap<string, string>, memberOf: (path: string) => string): Graph {
  const graph = new Map<string, Map<string, string>>();
  for (const [path, text] of sources) {
    for (const imported of importedPaths(path, text)) {
      const [from, to] = [memberOf(path), memberOf(imported)];
      if (from === to || !sources.has(imported)) continue;
      const edges = graph.get(from) ?? new Map<string, string>();
      graph.set(from, edges.set(to, edges.get(to) ?? `${path} imports ${imported}`));
    }
  }
  return graph;
}

/** The shortest way from a member back to itself, as the members on it; `null` where there is none. */
function shortestCircle(graph: Graph, start: string): readonly string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const member of queue) {
    for (const next of graph.get(member)?.keys() ?? []) {
      if (next === start) {
        const way = [member];
        for (let at = member; at !== start; ) {
          at = cameFrom.get(at) ?? start;
          way.unshift(at);
        }
        return way;
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, member);
      queue.push(next);
    }
  }
  return null;
}

function circlesIn(graph: Graph): readonly Circle[] {
  const circles = new Map<string, Circle>();
  for (const start of [...graph.keys()].sort()) {
    const members = shortestCircle(graph, start);
    if (members === null) continue;
    const imports = members.map((member, step) => {
      const next = members[(step + 1) % members.length] ?? start;
      return graph.get(member)?.get(next) ?? '';
    });
    const name = [...members].sort().join(' ');
    if (!circles.has(name)) circles.set(name, { members, imports });
  }
  return [...circles.values()];
}

/**
 * Circles between the folders of a tree: the shortest through each folder that is in one, without duplicates.
 *
 * @param sources text of every module, by path
 */
export function folderCircles(sources: ReadonlyMap<string, string>): readonly Circle[] {
  return circlesIn(graphOf(sources, folderOf));
}

/** The same between files, imports of types alone included: no file of a circle can be read without all others. */
export function fileCircles(sources: ReadonlyMap<string, string>): readonly Circle[] {
  return circlesIn(graphOf(sources, (path) => path));
}
