import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Programs that a database needs. */
const PROGRAMS = ['initdb', 'postgres'];
/** Where Debian and Ubuntu have the programs of each version. */
const DEBIAN = '/usr/lib/postgresql';

/**
 * Folder with the programs of a PostgreSQL on this machine, which a FerretDB is several times faster on than on SQLite.
 *
 * @returns `null`: there is none, or this is not Linux (see `postgres.go`)
 */
export function postgresPrograms(): string | null {
  if (process.platform !== 'linux') return null;
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'postgres'));
  const linked = onPath.filter((program) => existsSync(program)).map((program) => dirname(realpathSync(program)));
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN, version, 'bin'));
  const isWhole = (folder: string) => PROGRAMS.every((name) => existsSync(join(folder, name)));
  return [...linked, ...newestFirst].find(isWhole) ?? null;
}
