/**
 * The double in a process of its own: `main.ts [port] [file]`. Prints its connection string, and ends when its
 * standard input does.
 */
import { startKurrentDouble } from './server.ts';

const [port = '0', file] = process.argv.slice(2);
const double = await startKurrentDouble({ port: Number(port), file });
process.stdout.write(`${double.url}\n`);
process.stdin.resume();
process.stdin.on('end', () => void double.stop());
