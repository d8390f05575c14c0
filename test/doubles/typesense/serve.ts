/**
 * Runs a Typesense server until standard input ends, so that it never outlives the tests. Prints its address when it
 * answers. A line `stop` ends it in good order, a line `kill` as a crash does; then this process ends too.
 *
 * Arguments: the program, the folder of its data, its port, the port for its peers, its key.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two questions whether it answers. */
const ASK_EVERY_MS = 50;

const [program = '', folder = '', port = '', peers = '', key = ''] = process.argv.slice(2);
const address = ['--api-address', '127.0.0.1', '--api-port', port, '--peering-address', '127.0.0.1'];
const server = spawn(
  program,
  ['--data-dir', folder, '--api-key', key, ...address, '--peering-port', peers],
  // It writes its log to standard output, which is ours to speak on.
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
server.on('exit', () => process.exit());

const orders = createInterface(process.stdin);
orders.on('line', (order) => server.kill(order === 'stop' ? 'SIGTERM' : 'SIGKILL'));
orders.on('close', () => server.kill('SIGKILL'));

const url = `http://127.0.0.1:${port}`;
async function answers(): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok;
  } catch {
    // It does not listen yet.
    return false;
  }
}
while (!(await answers())) await pause(ASK_EVERY_MS);
process.stdout.write(`${url}\n`);
