import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A module of the first scripts. */
export interface FirstModule {
  readonly path: string;
  /** Its share of the gzipped bytes of its script. */
  readonly bytes: number;
  /** Modules of the first scripts that import it. */
  readonly importers: readonly string[];
}

/** The scripts that a page loads before anything else. */
export interface FirstScripts {
  /** Gzipped. */
  readonly bytes: number;
  /** Of each of them. */
  readonly bytesOfFiles: readonly number[];
  readonly modules: readonly FirstModule[];
  /** The modules of each file of code of the site, the largest first. */
  readonly files: readonly (readonly string[])[];
}

const pathOf = (id: string) => relative(ROOT, id);
const gzipped = (code: string) => gzipSync(code, { level: 9 }).length;

/** The entry and what it imports, and so on. */
function firstChunks(output: Rolldown.RolldownOutput['output']): readonly Rolldown.OutputChunk[] {
  const chunks = new Map(output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])));
  const first = new Set([...chunks.values()].filter(({ isEntry }) => isEntry));
  for (const { imports } of first) {
    for (const name of imports) {
      const chunk = chunks.get(name);
      if (chunk !== undefined) first.add(chunk);
    }
  }
  return [...first];
}

/** Builds the site as it is served, and keeps nothing. */
async function measure(): Promise<FirstScripts> {
  const importersOf = new Map<string, readonly string[]>();
  const noteImporters = {
    name: 'note-importers',
    buildEnd(this: Rolldown.PluginContext) {
      for (const id of this.getModuleIds()) importersOf.set(id, this.getModuleInfo(id)?.importers ?? []);
    },
  };
  const options = { configFile: join(ROOT, 'vite.config.ts'), root: join(ROOT, 'web'), logLevel: 'error' } as const;
  const built = await build({ ...options, plugins: [noteImporters], build: { write: false } });
  const [{ output }] = [built].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  const chunks = firstChunks(output);
  const ids = new Set(chunks.flatMap(({ moduleIds }) => moduleIds));
  const modules = chunks.flatMap((chunk) => {
    const sizes = Object.entries(chunk.modules).map(([id, { code }]) => [id, gzipped(code ?? '')] as const);
    const scale = gzipped(chunk.code) / sizes.reduce((sum, [, size]) => sum + size, 0);
    return sizes.map(([id, size]) => {
      const importers = (importersOf.get(id) ?? []).filter((each) => ids.has(each)).map(pathOf);
      return { path: pathOf(id), bytes: Math.round(size * scale), importers };
    });
  });
  const files = output.flatMap((each) => (each.type === 'chunk' ? [each] : []));
  files.sort((one, other) => other.code.length - one.code.length);
  return {
    modules,
    files: files.map(({ moduleIds }) => moduleIds.map(pathOf)),
    bytesOfFiles: chunks.map(({ code }) => gzipped(code)),
    bytes: chunks.reduce((sum, { code }) => sum + gzipped(code), 0),
  };
}

// A program of its own: the bundler does not run in a test's own sandbox.
process.stdout.write(JSON.stringify(await measure()));
