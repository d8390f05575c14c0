import { Command } from 'commander';
import { formatCents } from '#domain/kernel/money.ts';
import { START } from '#projections/engine/eventLog.ts';
import { createLedger } from '#server/ad/ledger.ts';
import { readEngines } from '#server/config.ts';
import { openProviderBeside } from '#server/roles/paymentsEngines.ts';
import { readEvents } from './cli/events.ts';
import { EXIT, type ExitCode } from './cli/failure.ts';
import type { Io } from './cli/io.ts';
import { openSealedLog } from './cli/openLog.ts';
import { dataOption } from './cli/options.ts';

interface LedgerOptions {
  readonly data: string;
}

/** Width of a column of amounts. */
const AMOUNT_WIDTH = 14;
const amount = (text: string) => text.padStart(AMOUNT_WIDTH);
/** Characters of an account's id. */
const ID_WIDTH = 36;

/** Prints the money of each user, and compares every payment with what the provider says. */
export async function runLedger({ data }: LedgerOptions, io: Io): Promise<ExitCode> {
  const ledger = createLedger();
  const { log, close } = await openSealedLog(data);
  try {
    for await (const event of readEvents(log, START)) ledger.take(event);
  } finally {
    await close();
  }
  const head = ['paid', 'spent', 'given back', 'available'].map(amount).join('');
  io.print(`${'user'.padEnd(ID_WIDTH)}${head}`);
  for (const { userId, paid, spent, refunded, available } of ledger.accounts()) {
    const amounts = [paid, spent, refunded, available].map((cents) => amount(formatCents(cents)));
    io.print(`${userId.padEnd(ID_WIDTH)}${amounts.join('')}`);
  }
  const provider = await openProviderBeside({ stripe: readEngines(process.env).stripe, dataDir: data });
  try {
    const differences = await ledger.differences(provider.payments.got());
    for (const each of differences) io.print(each);
    io.report(
      `${ledger.accounts().length} users, ${differences.length} differences from the provider (${provider.name}).`,
    );
    return differences.length === 0 ? EXIT.ok : EXIT.finding;
  } finally {
    await provider.end();
  }
}

/** `quad ledger`. */
export function ledgerVerb(io: Io, end: (code: ExitCode) => void): Command {
  return new Command('ledger')
    .description('print the money of each user, and compare it with the payment provider; exit code 1 on a difference')
    .addOption(dataOption())
    .action(async (options: LedgerOptions) => end(await runLedger(options, io)));
}
