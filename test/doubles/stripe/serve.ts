/**
 * Runs stripe-mock until standard input ends, so that it never outlives the tests. Prints its address when it listens.
 *
 * Arguments: the program.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const LISTENS = /Listening for HTTP at address: (\S+)/;

const [program = ''] = process.argv.slice(2);
const server = spawn(program, ['-http-addr', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] });
server.on('exit', () => process.exit());
createInterface(server.stdout).on('line', (line) => {
  const address = LISTENS.exec(line)?.[1];
  if (address !== undefined) process.stdout.write(`http://${address}\n`);
});
process.stdin.resume().on('end', () => server.kill('SIGKILL'));
