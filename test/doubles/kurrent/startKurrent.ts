import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../process.ts';

/** A double of EventStoreDB in a process of its own, to be killed as the engine's may be. */
export interface KurrentProcess {
  /** Connection string. */
  readonly url: string;
  /** Ends the server in good order; its log stays. */
  stop(): Promise<void>;
  /** Ends the server as a crash does; its log stays. */
  kill(): Promise<void>;
  /** Starts it again at the same address, on the same log. */
  restart(): Promise<void>;
  /** Ends it for good and removes its log. */
  dispose(): Promise<void>;
}

export async function startKurrentProcess(): Promise<KurrentProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-kurrent-'));
  const script = join(import.meta.dirname, 'main.ts');
  const start = (port: string) => startServer(process.execPath, [script, port, join(folder, 'log.jsonl')]);
  let running = await start('0');
  const url = running.firstLine;
  return {
    url,
    stop: () => running.stop(),
    kill: () => running.kill(),
    async restart() {
      running = await start(new URL(url).port);
    },
    async dispose() {
      await running.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
