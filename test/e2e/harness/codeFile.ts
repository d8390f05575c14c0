import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which file of the built client has which modules (`scripts/client/moduleList.ts`). */
const LIST = join(import.meta.dirname, '..', '..', '..', 'dist', '.modules.json');

/**
 * The address of the file of code that has a module, and perhaps others.
 *
 * @param module path from the root, as `web/post/PostPage.tsx`
 * @throws Error the built client has no such module
 */
export function codeFile(module: string): RegExp {
  const files = JSON.parse(readFileSync(LIST, 'utf8')) as Readonly<Record<string, readonly string[]>>;
  const [file] = Object.entries(files).find(([, modules]) => modules.includes(module)) ?? [];
  if (file === undefined) throw new Error(`The built client has no module ${module}.`);
  return new RegExp(`/${file.replace(/[.]/g, '\\.')}$`);
}
