import { DEMO_PASSWORD, people } from '#scripts/demo/people.ts';
import { seedDemo } from '#scripts/demo/seedDemo.ts';
import { DataFolderRefused } from './adapters/sqlite/dataFolderRefused.ts';
import { type Config, ConfigInvalid, readConfig } from './config.ts';
import type { Foundation } from './foundation.ts';
import { MAILBOX_PATH } from './http/devMail.ts';
import { lanAddresses } from './http/origins.ts';
import { ListenFailed } from './listen.ts';
import { createLogger, type Logger } from './logging.ts';
import { type RunningServer, startServer } from './server.ts';

/** What the process's end means. */
const EXIT = { unexpected: 1, config: 2, dataFolder: 3, listen: 4 } as const;
/** Demo logins that are printed. */
const PRINTED_LOGINS = 2;

const print = (text: string) => process.stdout.write(`${text}\n`);

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

async function seed(foundation: Foundation): Promise<void> {
  print('Making the demo campus (only on the first start) …');
  await seedDemo(foundation, {
    now: new Date(),
    onProgress(done, all) {
      if (process.stdout.isTTY) process.stdout.write(`\r  ${Math.round((100 * done) / all)} %`);
    },
  });
  if (process.stdout.isTTY) print('');
}

function welcome(config: Config, { port }: RunningServer): void {
  const site = config.publicUrl ?? `http://ou.localhost:${port}`;
  print(`\nQuad is running:  ${site}`);
  print(`                  http://ut.localhost:${port} is another campus; each host has its own.`);
  if (config.lan) for (const address of lanAddresses()) print(`On this network:  http://${address}:${port}`);
  if (config.environment === 'production') return;
  if (config.seedDemo) {
    print('\nDemo logins:');
    for (const { email } of people.slice(0, PRINTED_LOGINS)) print(`  ${email}   password: ${DEMO_PASSWORD}`);
  }
  if (config.smtpUrl === null) print(`\nMailbox:          ${site}${MAILBOX_PATH}`);
  print('\nStop with Ctrl+C.');
}

async function start(config: Config, logger: Logger): Promise<RunningServer> {
  try {
    return await startServer(config, { logger, ...(config.seedDemo && { seed }) });
  } catch (error) {
    if (error instanceof DataFolderRefused) fail(error.message, EXIT.dataFolder);
    if (error instanceof ListenFailed) fail(error.message, EXIT.listen);
    throw error;
  }
}

const config = configOrFail();
const logger = createLogger(config.logLevel);

// Nothing is known about the state after these: the process ends, and the next one starts from what is on disk.
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (error: unknown) => {
    logger.error({ err: error, event }, 'The server ends: this must not happen.');
    fail(
      `The server ended because of an error: ${error instanceof Error ? error.message : String(error)}`,
      EXIT.unexpected,
    );
  });
}

const server = await start(config, logger);
welcome(config, server);

let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void server.close().then(() => process.exit(0));
  });
}
