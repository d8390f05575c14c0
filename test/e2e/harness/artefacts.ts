import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import type { QuadServer } from './runningServer.ts';

const FOLDER = resolve(import.meta.dirname, '../../.artifacts');
/** Characters of a folder name. */
const NAME_MAX_CHARACTERS = 80;

/** Saves data about a failed scene: each page's picture and HTML, the consoles, the server's log. */
export async function saveArtefacts(
  contexts: readonly BrowserContext[],
  server: QuadServer,
  complaints: readonly string[],
): Promise<void> {
  const name = (expect.getState().currentTestName ?? 'scene').replace(/[^\w-]+/g, '-').slice(0, NAME_MAX_CHARACTERS);
  const folder = join(FOLDER, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'server.log'), server.log());
  writeFileSync(join(folder, 'console.log'), complaints.join('\n'));
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    try {
      writeFileSync(join(folder, `${index + 1}.html`), `<!-- ${page.url()} -->\n${await page.content()}`);
      await page.screenshot({ path: join(folder, `${index + 1}.png`), timeout: 5_000 });
    } catch (error) {
      // A page that can't be pictured any more must not hide why the scene failed.
      writeFileSync(join(folder, `${index + 1}.txt`), String(error));
    }
  }
}
