import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { CliFailure, EXIT } from '#scripts/cli/failure.ts';
import { order } from '#scripts/cli/order.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { type ControlAddress, openControl } from '#server/roles/control.ts';
import { PROJECTS_NO_LONGER } from '#server/roles/projector.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/storyFolder.ts';

const ENGINES = { EVENTSTORE_URL: 'kurrentdb://127.0.0.1:1?tls=false', MONGO_URL: 'mongodb://127.0.0.1:1/quad' };
const NOBODY_HERE = 'No process that projects was found here. Give the order where the active projector runs.';

let folder: TemporaryFolder;
let control: ControlAddress & { close(): Promise<void> };
let given: unknown[];
/** Ends the order. */
let fault: Error | null;

beforeEach(async () => {
  Object.assign(process.env, ENGINES);
  folder = temporaryFolder();
  given = [];
  fault = null;
  const verify = async (args: unknown) => {
    given.push(args);
    if (fault !== null) throw fault;
    return 'verified';
  };
  control = await openControl({ dataDir: folder.path, verbs: { verify }, logger: silentLogger });
});
afterEach(async () => {
  for (const name of Object.keys(ENGINES)) delete process.env[name];
  await control.close();
  folder.remove();
});

const ordersFile = () => join(folder.path, 'orders.json');
/** Writes the file by which the projecting process is found, or a changed one. */
async function announce(change: object = {}): Promise<void> {
  const { socket, token } = control;
  await writeFile(ordersFile(), JSON.stringify({ pid: process.pid, host: hostname(), socket, token, ...change }));
}
const verify = () => order(folder.path, 'verify', { a: 1 }, () => undefined);

describe('an order over shared stores', () => {
  it('is carried out by the process of this machine that projects', async () => {
    await announce();
    expect(await verify()).toBe('verified');
    expect(given).toEqual([{ a: 1 }]);
  });

  it('that ends because the process projects no longer can be given again, as its exit code says', async () => {
    await announce();
    fault = new Unavailable(PROJECTS_NO_LONGER);
    const failure = { message: PROJECTS_NO_LONGER, exitCode: EXIT.unavailable };
    await expect(verify()).rejects.toMatchObject(failure);
    fault = null;
    expect(await verify()).toBe('verified');
  });

  it('is never carried out by the command line itself', async () => {
    await expect(verify()).rejects.toThrow(new CliFailure(NOBODY_HERE));
    await announce({ host: 'another machine' });
    await expect(verify()).rejects.toThrow(new CliFailure(NOBODY_HERE));
    await announce({ socket: join(folder.path, 'ended.sock') });
    await expect(verify()).rejects.toThrow(new CliFailure(NOBODY_HERE));
    expect(given).toEqual([]);
  });

  it('says so when it cannot be found out who projects', async () => {
    await mkdir(ordersFile());
    await expect(verify()).rejects.toThrow(/orders\.json does not say which process takes orders here \(.*EISDIR/);
    await expect(verify()).rejects.toThrow(CliFailure);
  });

  it.each([
    ['torn', '{"pid":'],
    ['of another shape', '{"pid":1}'],
  ])('says so when the file is %s', async (_how, text) => {
    await writeFile(ordersFile(), text);
    await expect(verify()).rejects.toThrow('orders.json does not say which process takes orders here');
  });
});
