import { Command } from 'commander';
import type { Io } from './cli/io.ts';
import { dataOption } from './cli/options.ts';
import { order } from './cli/order.ts';

interface ModeratorOptions {
  readonly data: string;
  readonly remove?: boolean;
}

/** Makes the person with an e-mail address a moderator, or takes the role back. */
export async function runModerator(email: string, { data, remove = false }: ModeratorOptions, io: Io): Promise<void> {
  await order(data, 'moderator', { email, remove }, () => undefined);
  io.print(remove ? `${email} is no longer a moderator.` : `${email} is a moderator.`);
}

/** `quad moderator`. */
export function moderatorVerb(io: Io): Command {
  return new Command('moderator')
    .description('make a person a moderator, who looks after reports, bans and private campuses at /moderation')
    .argument('<email>', 'e-mail address of the account')
    .addOption(dataOption())
    .option('--remove', 'take the role back')
    .action((email: string, options: ModeratorOptions) => runModerator(email, options, io));
}
