import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Check, Finding } from './sourceChecks.ts';

/** Runs a tool of ours on the present Node; what it printed is the problem when it fails. */
async function runTool(root: string, words: readonly string[], note: string): Promise<Finding> {
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  return { note, problems: code === 0 ? [] : [output.trim() || `${words.join(' ')} ended with ${code}`] };
}

/** Format and lint by Biome, types by TypeScript. */
export function toolChecks(root: string): readonly Check[] {
  const biome = join('node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  return [
    {
      name: 'format and lint',
      run: () =>
        runTool(
          root,
          [biome, 'ci', '--error-on-warnings', '--colors=off', '--max-diagnostics=100', '.'],
          'biome, with the import arrows',
        ),
    },
    { name: 'types', run: () => runTool(root, [tsc, '--noEmit', '-p', '.'], 'tsc, the whole tree') },
    ...['domain', 'projections'].map((room) => ({
      name: `types of ${room}`,
      run: () => runTool(root, [tsc, '--noEmit', '-p', room], 'tsc, without Node or DOM'),
    })),
  ];
}
