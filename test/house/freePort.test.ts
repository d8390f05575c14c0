import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { freePort } from '#test/e2e/harness/freePort.ts';

const MODULE = pathToFileURL(`${import.meta.dirname}/../e2e/harness/freePort.ts`).href;

it('no process is given the port of another one, though nothing listens there yet', async () => {
  const own = [await freePort(), await freePort()];
  // It looks at the same ports in the same order.
  const look =
    `Object.defineProperty(process, 'pid', { value: ${process.pid} });` +
    `const { freePort } = await import('${MODULE}');` +
    'console.log(await freePort());';
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', look]);
  expect(new Set([...own, Number(stdout)]).size).toBe(3);
});
