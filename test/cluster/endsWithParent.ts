/**
 * Loaded before a server (`--import`): it ends with the process that started it, however that one ended. Its standard
 * input has to be a pipe of that process, which is closed with it; a handler for the exit would not run in a process
 * that is killed.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL')).resume();
  // Its own end does not wait for the pipe.
  process.stdin.unref();
}
