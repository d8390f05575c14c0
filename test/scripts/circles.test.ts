import { describe, expect, it } from '@jest/globals';
import { fileCircles, folderCircles, folderOf, importedPaths } from '#scripts/check/circles.ts';

const tree = (files: Readonly<Record<string, string>>) => folderCircles(new Map(Object.entries(files)));

describe('circles between folders', () => {
  it('finds every way of naming a module', () => {
    const text = [
      `import { a } from './a.ts';`,
      `import type { B } from "../b/b.ts";`,
      `export { c } from '#domain/c.ts';`,
      `import './d.ts';`,
      `const e = () => import('../e/e.tsx');`,
      `import {\n  f,\n} from './f.ts';`,
      `import react from 'react';`,
    ].join('\n');
    const found = ['web/x/a.ts', 'web/b/b.ts', 'domain/c.ts', 'web/x/d.ts', 'web/e/e.tsx', 'web/x/f.ts'];
    expect(importedPaths('web/x/file.ts', text)).toEqual(found);
  });

  it('takes a file at the top of a room for a folder of its own', () => {
    expect(folderOf('web/nouns.ts')).toBe('web/nouns.ts');
    expect(folderOf('web/post/noun.ts')).toBe('web/post');
    const registry = { 'web/nouns.ts': `import '../web/post/noun.ts';`, 'web/main.ts': `import './app/app.ts';` };
    const used = { 'web/app/app.ts': `import '../nouns.ts';`, 'web/post/noun.ts': '' };
    expect(tree({ ...registry, ...used })).toEqual([]);
  });

  it('says nothing of arrows in one direction, nor of circles of files inside a folder', () => {
    const files = { 'web/a/1.ts': `import './2.ts'; import '../b/1.ts';`, 'web/a/2.ts': `import './1.ts';` };
    expect(tree({ ...files, 'web/b/1.ts': '' })).toEqual([]);
  });

  it('names a pair of folders that import each other, once, with the imports that make it', () => {
    const files = { 'web/a/1.ts': `import type { X } from '../b/1.ts';`, 'web/b/2.ts': `import('../a/2.ts')` };
    expect(tree({ ...files, 'web/b/1.ts': '', 'web/a/2.ts': '' })).toEqual([
      { members: ['web/a', 'web/b'], imports: ['web/a/1.ts imports web/b/1.ts', 'web/b/2.ts imports web/a/2.ts'] },
    ]);
  });

  it('finds a circle of three, and a folder that imports the one it lies in', () => {
    const three = {
      'web/a/1.ts': `import '../b/1.ts'`,
      'web/b/1.ts': `import '../c/1.ts'`,
      'web/c/1.ts': `import '../a/1.ts'`,
    };
    expect(tree(three).map(({ members }) => members)).toEqual([['web/a', 'web/b', 'web/c']]);
    const nested = { 'web/a/1.ts': `import './in/1.ts'`, 'web/a/in/1.ts': `import '../2.ts'`, 'web/a/2.ts': '' };
    expect(tree(nested).map(({ members }) => members)).toEqual([['web/a', 'web/a/in']]);
  });
});

describe('circles between files', () => {
  const files = (sources: Readonly<Record<string, string>>) =>
    fileCircles(new Map(Object.entries(sources))).map(({ members }) => members);

  it('are found inside a folder, by imports of types alone and by lazy ones too', () => {
    const types = { 'web/a/1.ts': `import type { X } from './2.ts';`, 'web/a/2.ts': `import { y } from './1.ts';` };
    expect(files(types)).toEqual([['web/a/1.ts', 'web/a/2.ts']]);
    const lazy = { 'web/a/1.ts': `const load = () => import('./2.ts');`, 'web/a/2.ts': `import { y } from './1.ts';` };
    expect(files(lazy)).toEqual([['web/a/1.ts', 'web/a/2.ts']]);
  });

  it('are none where a third file holds what two others share', () => {
    const shared = `import type { X } from './3.ts';`;
    expect(files({ 'web/a/1.ts': `import './2.ts'; ${shared}`, 'web/a/2.ts': shared, 'web/a/3.ts': '' })).toEqual([]);
  });
});
