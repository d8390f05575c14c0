/** A process that answers, and then ends while something that it started keeps its channel open for a while. */
import { spawn } from 'node:child_process';

const CHANNEL = 3;
process.on('message', () => {
  spawn('sleep', ['4'], { stdio: ['ignore', 'ignore', 'ignore', CHANNEL], detached: true }).unref();
  process.send?.({ refused: 'PHOTO_TYPE' }, () => process.exit(0));
});
