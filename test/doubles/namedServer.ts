import { exec } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(exec);
const ORDERS = ['STOP', 'KILL', 'START'] as const;
/** Milliseconds that an order may take; a start waits until the server takes connections. */
const ORDER_MAX_MS = 3 * 60_000;

/** How a proof ends and starts an engine. */
export interface EngineOrders {
  /** Ends it in good order; its data stay. */
  stop(): Promise<void>;
  /** Ends it as a crash does; its data stay. */
  kill(): Promise<void>;
  /** Starts it again at the same address, on the same data. */
  restart(): Promise<void>;
}

/**
 * The orders for a server that somebody else runs, a container as a rule: three commands of a shell in the variables
 * `{engine}_STOP`, `{engine}_KILL` and `{engine}_START`. The last one returns when the server takes connections.
 *
 * @returns `null` if there are none: the proof starts a double of its own
 * @throws Error some of the three are there, not all; or the address is not
 */
export function ordersFor(
  engine: 'EVENTSTORE' | 'MONGO' | 'TYPESENSE',
  env: NodeJS.ProcessEnv = process.env,
): EngineOrders | null {
  const names = ORDERS.map((order) => `${engine}_${order}`);
  const missing = [`${engine}_URL`, ...names].filter((name) => (env[name] ?? '') === '');
  if (names.every((name) => missing.includes(name))) return null;
  if (missing.length > 0) {
    throw new Error(`${missing.join(' and ')} must be set, too: a server is ended and started by three commands.`);
  }
  const [stop, kill, start] = names.map((name) => env[name] ?? '');
  const order = async (command = '') => void (await run(command, { timeout: ORDER_MAX_MS }));
  return { stop: () => order(stop), kill: () => order(kill), restart: () => order(start) };
}

const refuse = () => Promise.reject(new Error('A variable names this server; the suite must ask for a stoppable one.'));
/** Of a named server in a suite that has not asked to end it. */
export const NO_ORDERS: EngineOrders = { stop: refuse, kill: refuse, restart: refuse };
