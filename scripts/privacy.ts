import { Argument, Command } from 'commander';
import { type CampusPrivacy, campusPrivacySchema } from '#domain/campus/privacy.ts';
import { campuses, GENERIC_CAMPUS } from '#domain/campus/registry.ts';
import type { Io } from './cli/io.ts';
import { dataOption } from './cli/options.ts';
import { order } from './cli/order.ts';

interface PrivacyOptions {
  readonly data: string;
}

/** Closes a campus to everybody but its verified members, or opens it (CAMP-07). */
export async function runPrivacy(
  campus: string,
  privacy: CampusPrivacy,
  { data }: PrivacyOptions,
  io: Io,
): Promise<void> {
  await order(data, 'privacy', { campus, privacy }, () => undefined);
  io.print(`${campus} is ${privacy}.`);
}

/** `quad privacy`. */
export function privacyVerb(io: Io): Command {
  const schools = campuses.map(({ id }) => id).filter((id) => id !== GENERIC_CAMPUS);
  return new Command('privacy')
    .description('close a campus to everybody but its verified members, or open it')
    .addArgument(new Argument('<campus>', 'id of the campus').choices(schools))
    .addArgument(new Argument('<privacy>', 'who may see it').choices(campusPrivacySchema.options))
    .addOption(dataOption())
    .action((campus: string, privacy: CampusPrivacy, options: PrivacyOptions) =>
      runPrivacy(campus, privacy, options, io),
    );
}
