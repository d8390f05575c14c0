import { resolve } from 'node:path';
import chromium from '@sparticuz/chromium';
import { buildClient } from '../../../scripts/bootstrap/build.mjs';

const root = resolve(import.meta.dirname, '../../..');

/**
 * Runs once before the browser tests of all workers: two of them building the client, or unpacking Chromium, at the
 * same moment would hand each other half a file.
 */
export default async function buildOnce() {
  // A build that someone else has made, named as for the server.
  if (process.env.CLIENT_DIR === undefined)
    buildClient(root, process.execPath, (line) => process.stderr.write(`${line}\n`));
  await chromium.executablePath();
}
