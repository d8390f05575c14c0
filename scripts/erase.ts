import { Command, InvalidArgumentError } from 'commander';
import { idSchema } from '#domain/kernel/ids.ts';
import { CliFailure, EXIT } from './cli/failure.ts';
import type { Io } from './cli/io.ts';
import { dataOption } from './cli/options.ts';
import { order } from './cli/order.ts';

interface EraseOptions {
  readonly data: string;
  readonly yes?: true;
}

/** Erases a person for good: key, credentials, sessions, codes, files, and documents of the read models (P10). */
export async function runErase(userId: string, { data, yes }: EraseOptions, io: Io): Promise<void> {
  const isSure = yes === true || (await io.confirm(`Erase ${userId} for good? Nothing brings the person's data back.`));
  if (!isSure) throw new CliFailure('Nothing was erased. Confirm with --yes.', EXIT.usage);
  await order(data, 'erase', { userId }, () => undefined);
  io.print(`${userId} is erased.`);
}

function userId(text: string): string {
  if (!idSchema.safeParse(text).success) throw new InvalidArgumentError('It takes the id of a user, a UUID.');
  return text;
}

/** `quad erase`. */
export function eraseVerb(io: Io): Command {
  return new Command('erase')
    .description('erase a person for good; the key to all personal data in the log is destroyed')
    .argument('<userId>', 'id of the user', userId)
    .addOption(dataOption())
    .option('-y, --yes', 'do not ask')
    .action((id: string, options: EraseOptions) => runErase(id, options, io));
}
