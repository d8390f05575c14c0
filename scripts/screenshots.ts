/**
 * Takes the pictures of the README from a fresh demo campus, in the real browser.
 *
 *   node scripts/bootstrap.mjs --build scripts/screenshots.ts [--all folder]
 *
 * `--all` also takes every page at each width, light and dark, into a folder, for looking at.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startQuad } from '#test/e2e/harness/quadServer.ts';
import { openCamera } from './screenshots/camera.ts';
import { everyPage } from './screenshots/everyPage.ts';
import { readmePictures } from './screenshots/readme.ts';

const README_FOLDER = resolve(import.meta.dirname, '../docs/screenshots');

/** Milliseconds that making the demo campus may take on a busy machine. */
const DEMO_MAX_MS = 240_000;

const { values } = parseArgs({ options: { all: { type: 'string' } } });
const server = await startQuad(['scripts/start.ts'], DEMO_MAX_MS);
const camera = await openCamera(server);
try {
  mkdirSync(README_FOLDER, { recursive: true });
  for (const picture of readmePictures) {
    const file = join(README_FOLDER, `${picture.name}.webp`);
    const bytes = await camera.take(picture, file);
    process.stdout.write(`${file}  ${Math.round(bytes / 1024)} KB\n`);
  }
  if (values.all !== undefined) {
    mkdirSync(values.all, { recursive: true });
    for (const picture of everyPage) {
      await camera.take(picture, join(values.all, `${picture.name}.webp`));
      process.stdout.write('.');
    }
    process.stdout.write('\n');
  }
} finally {
  await camera.close();
  await server.remove();
}
