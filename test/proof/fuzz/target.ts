import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { METRICS } from '#test/server/support/metricsToken.ts';
import { startServerProcess } from '#test/server/support/serverProcess.ts';

/** Loaded before the program, so that its memory is what it needs. */
const COLLECT_GARBAGE = join(import.meta.dirname, 'collectGarbage.ts');
/** Loaded before the program, it breaks it. */
const SABOTAGE = join(import.meta.dirname, '../sabotage/preload.ts');
const RESIDENT_METRIC = /^quad_memory_resident_bytes (\S+)$/m;

/** A server under fuzz, seen from outside. */
export interface Target {
  readonly port: number;
  /** Called with every line that it writes, from the first one on. */
  onLine(listen: (line: string) => void): void;
  /** Why it ended by itself, `null` while it runs. */
  ended(): string | null;
  /** Bytes of resident memory, `null` when unknown. */
  residentBytes(): Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * Starts the product in a process of its own on a new folder, with its own limits. It trusts one proxy: the network
 * address comes from `X-Forwarded-For`, as in production, so that the inputs have many addresses.
 *
 * @param sabotage name of a sabotage that it runs with
 */
export async function startTarget(port: number, sabotage?: string): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quad-fuzz-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  const usual = { LOG_LEVEL: 'debug', TRUSTED_PROXIES: '1' };
  const environment = sabotage === undefined ? usual : { ...usual, QUAD_SABOTAGE: sabotage };
  const preload = sabotage === undefined ? [COLLECT_GARBAGE] : [COLLECT_GARBAGE, SABOTAGE];
  try {
    const server = await startServerProcess({ dataDir, port, environment, preload });
    return {
      port: server.port,
      onLine: server.onLine,
      ended: server.ended,
      residentBytes: () => residentBytes(server.port),
      async stop() {
        await server.end();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

async function residentBytes(port: number): Promise<number | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, METRICS).catch(() => null);
  const found = RESIDENT_METRIC.exec((await answer?.text()) ?? '');
  return found === null ? null : Number(found[1]);
}
