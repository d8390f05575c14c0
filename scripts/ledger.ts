import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import { formatCents } from '#domain/kernel/money.ts';
import { START } from '#projections/engine/eventLog.ts';
import { type Account, createLedger } from '#server/ad/ledger.ts';
import { SECOND_LOOK_MS } from '#server/ad/limits.ts';
import { readEngines } from '#server/config.ts';
import { openProviderBeside } from '#server/roles/paymentsEngines.ts';
import { readEvents } from './cli/events.ts';
import { EXIT, type ExitCode } from './cli/failure.ts';
import type { Io } from './cli/io.ts';
import { openSealedLog } from './cli/openLog.ts';
import { dataOption } from './cli/options.ts';

const MS_PER_SECOND = 1_000;

interface LedgerOptions {
  readonly data: string;
}

/** Width of a column of amounts. */
const AMOUNT_WIDTH = 14;
const amount = (text: string) => text.padStart(AMOUNT_WIDTH);
/** Characters of an account's id. */
const ID_WIDTH = 36;

type Pause = (ms: number) => Promise<unknown>;

/** A look at the log as far as it goes, then at the provider. */
type Look = () => Promise<readonly string[]>;

/**
 * Prints the money of each user, and compares every payment with what the provider says. Somebody may pay between the two
 * looks, so a difference counts only if it is still there a while later.
 */
export async function runLedger({ data }: LedgerOptions, io: Io, pause: Pause = wait): Promise<ExitCode> {
  const { stripe } = readEngines(process.env);
  const ledger = createLedger();
  const { log, close } = await openSealedLog(data);
  let [end, name] = [START, ''];
  /** It takes also what has come since the look before. */
  const look: Look = async () => {
    for await (const event of readEvents(log, end)) {
      ledger.take(event);
      end = event.position;
    }
    // The sandbox is as its file was when it was opened.
    const provider = await openProviderBeside({ stripe, dataDir: data });
    name = provider.name;
    try {
      return await ledger.differences(provider.payments.got());
    } finally {
      await provider.end();
    }
  };
  try {
    const differences = await lastingOf(look, () => {
      io.report(
        `There is a difference, which may be of a payment on its way. It is looked at again in ${SECOND_LOOK_MS / MS_PER_SECOND} s.`,
      );
      return pause(SECOND_LOOK_MS);
    });
    printAccounts(ledger.accounts(), io);
    for (const each of differences) io.print(each);
    io.report(`${ledger.accounts().length} users, ${differences.length} differences from the provider (${name}).`);
    return differences.length === 0 ? EXIT.ok : EXIT.finding;
  } finally {
    await close();
  }
}

/** Most looks at differences of which new ones come again and again. */
const LOOKS_MAX = 4;

/** The differences that are found by two looks, one after the other. One that has another amount by then is looked at anew. */
async function lastingOf(look: Look, between: () => Promise<unknown>): Promise<readonly string[]> {
  let before = await look();
  let lasting: readonly string[] = before;
  for (let looks = 1; before.length > 0 && looks < LOOKS_MAX; looks += 1) {
    await between();
    const known = before;
    before = await look();
    lasting = before.filter((each) => known.includes(each));
    if (lasting.length === before.length) break;
  }
  return lasting;
}

function printAccounts(accounts: readonly Account[], io: Io): void {
  const head = ['paid', 'spent', 'given back', 'available'].map(amount).join('');
  io.print(`${'user'.padEnd(ID_WIDTH)}${head}`);
  for (const { userId, paid, spent, refunded, available } of accounts) {
    const amounts = [paid, spent, refunded, available].map((cents) => amount(formatCents(cents)));
    io.print(`${userId.padEnd(ID_WIDTH)}${amounts.join('')}`);
  }
}

/** `quad ledger`. */
export function ledgerVerb(io: Io, end: (code: ExitCode) => void): Command {
  return new Command('ledger')
    .description('print the money of each user, and compare it with the payment provider; exit code 1 on a difference')
    .addOption(dataOption())
    .action(async (options: LedgerOptions) => end(await runLedger(options, io)));
}
