import { hostname } from 'node:os';
import { type Config, ConfigInvalid, readConfig } from '../config.ts';
import { createLogger, type Logger } from '../observability/logging.ts';
import { DataFolderRefused } from '../ports/dataFolderRefused.ts';
import { EngineRefused } from '../ports/engineRefused.ts';
import { ListenFailed } from './listen.ts';
import { type RunningServer, type StartOptions, startServer } from './server.ts';

/** Exit codes of the process. */
const EXIT = { unexpected: 1, config: 2, dataFolder: 3, listen: 4 } as const;

/** Hooks of a server process. */
export interface ProcessHooks {
  /** Fills a new data folder in development; see `StartOptions`. */
  readonly seed?: StartOptions['seed'];
  /** Called when the server serves. */
  readonly onStarted?: (config: Config, server: RunningServer) => void | Promise<void>;
}

function fail(message: string, code: number): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

function configOrFail(): Config {
  try {
    return readConfig(process.env, process.argv.slice(2));
  } catch (error) {
    if (error instanceof ConfigInvalid) fail(error.message, EXIT.config);
    throw error;
  }
}

async function start(config: Config, logger: Logger, seed: ProcessHooks['seed']): Promise<RunningServer> {
  try {
    return await startServer(config, { logger, ...(config.seedDemo && seed !== undefined && { seed }) });
  } catch (error) {
    if (error instanceof EngineRefused) fail(error.message, EXIT.config);
    if (error instanceof DataFolderRefused) fail(error.message, EXIT.dataFolder);
    if (error instanceof ListenFailed) fail(error.message, EXIT.listen);
    throw error;
  }
}

/** Ends the process on errors after which its state is unknown; the next one starts from the disk. */
function endOnErrors(logger: Logger): void {
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error: unknown) => {
      logger.error({ err: error, event }, 'The server ends: this must not happen.');
      const reason = error instanceof Error ? error.message : String(error);
      fail(`The server ended because of an error: ${reason}`, EXIT.unexpected);
    });
  }
}

function endOnSignals(server: RunningServer): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void server.close().then(() => process.exit(0));
    });
  }
}

/** Runs the server as this process: configured by variables and flags, ended by a signal. */
export async function runProcess({ seed, onStarted }: ProcessHooks = {}): Promise<void> {
  const config = configOrFail();
  const origin = { role: config.roles.join(','), process: `${hostname()}:${process.pid}` };
  const logger = createLogger(config.logLevel, { origin });
  endOnErrors(logger);
  const server = await start(config, logger, seed);
  endOnSignals(server);
  await onStarted?.(config, server);
}
