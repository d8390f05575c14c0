import { basename } from 'node:path';
import { build, type PluginOption, type Rolldown } from 'vite';
import { type CodeFile, joinCode } from './joinCode.ts';

/** Files of code of the whole site at most: what a browser fetches, keeps and can fail to fetch, file by file. */
const MOST_FILES = 32;
/** Bytes, minified, from which a file of code stays by itself. */
const SMALL_BYTES = 16_000;
/** How much the bytes of a part of a page count beside those of a page itself: it comes when the page is idle. */
const PART_WEIGHT = 0.05;
/**
 * How much more somebody waits for pages that links lead to from outside than for those that one goes to from another; for what
 * they draw at once; and for the rules, which each page needs for its first command.
 */
const COLD_STARTS: Readonly<Record<string, number>> = {
  // Their first scripts have a limit in bytes (`test/e2e/firstView.test.ts`).
  'MediaPage.tsx': 100,
  'SearchPage.tsx': 1_000,
  'FilterFields.tsx': 1_000,
  'Highlighted.tsx': 1_000,
  'AboutGroup.tsx': 100,
  // The way in: on a slow network the form to log in is what one waits for longest.
  'LoginPage.tsx': 100,
  'AuthLayout.tsx': 20,
  'AuthDialog.tsx': 6,
  // Wherever one is, also while a page is on its way.
  'KeysDialog.tsx': 6,
  'LandingPage.tsx': 6,
  'MediaPostPage.tsx': 6,
  'MessagesPage.tsx': 6,
  'NotificationsPage.tsx': 6,
  'PostPage.tsx': 20,
  'ProfilePage.tsx': 20,
  'RegisterPage.tsx': 6,
  'rules.ts': 6,
};

type Group = Rolldown.CodeSplittingGroup;

/**
 * The first page comes in three files: React and the other libraries, which outlive releases, and ours. None is much larger than
 * another, since each connection has its own pace on a slow network; many small ones would queue for the connections that a
 * browser opens, a round trip each.
 */
const FIRST: readonly Group[] = [
  { name: 'react', tags: ['$initial'], test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 3 },
  { name: 'libraries', tags: ['$initial'], test: /node_modules|rolldown.runtime/, priority: 2 },
  { name: 'first', tags: ['$initial'], priority: 1 },
];

/**
 * How the client's code is split: the first page's own files, and small files joined (`joinCode.ts`). The bundler says what
 * needs what once unused code is gone, so it runs twice, and writes nothing the first time.
 *
 * @param root folder of the client's sources
 */
export async function codeGroups(root: string, plugins: readonly PluginOption[]): Promise<Group[]> {
  const built = await build({
    configFile: false,
    root,
    plugins: [...plugins],
    logLevel: 'error',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { output: { codeSplitting: { groups: [...FIRST] } } },
    },
  });
  const [{ output }] = [built].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  const chunks = output.filter((each) => each.type === 'chunk');
  const first = firstFiles(chunks);
  const late = chunks.filter(({ fileName }) => !first.has(fileName));
  const joined = joinCode(late.map(toCodeFile), { most: MOST_FILES - first.size, smallBytes: SMALL_BYTES });
  const names = new Map(late.map(({ fileName, name }) => [fileName, name]));
  return [
    ...FIRST,
    ...[...joined].map(([fileName, modules]): Group => {
      const members = new Set(modules);
      const name = names.get(fileName) ?? basename(fileName);
      return { name, test: (id) => members.has(id), includeDependenciesRecursively: false };
    }),
  ];
}

/** The page's script and what it imports. */
function firstFiles(chunks: readonly Rolldown.OutputChunk[]): ReadonlySet<string> {
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of first)
    for (const other of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) first.add(other);
  return first;
}

function toCodeFile(chunk: Rolldown.OutputChunk): CodeFile {
  const { fileName, code, imports, moduleIds } = chunk;
  return { name: fileName, bytes: code.length, imports, modules: moduleIds, weight: weightOf(chunk) };
}

function weightOf({ isDynamicEntry, facadeModuleId }: Rolldown.OutputChunk): number {
  if (!isDynamicEntry) return 0;
  const module = basename(facadeModuleId ?? '');
  return COLD_STARTS[module] ?? (module.endsWith('Page.tsx') ? 1 : PART_WEIGHT);
}
