import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { campusNamed, DEFAULT_CAMPUS } from '#domain/campus/face.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { readConfig } from '#server/config.ts';
import { layOutMail } from '#server/mail/mailLayout.ts';
import { type Mail, MailRefused } from '#server/ports/mail.ts';
import { openMailServer } from '#server/roles/mailEngines.ts';
import { CliFailure, EXIT, type ExitCode } from './cli/failure.ts';
import type { Io } from './cli/io.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Sends one mail as the server would, and says what the mail server makes of it. */
export async function runMail(to: string, environment: Environment, io: Io): Promise<ExitCode> {
  const config = readConfig(environment, []);
  const transport = await openMailServer(config);
  if (transport === null) {
    throw new CliFailure('SMTP_URL is not set: mails stay in the mailbox of this machine.', EXIT.usage);
  }
  try {
    await transport.send(testMail(to));
    io.print(
      `The mail server took a mail from ${config.mailFrom} to ${to}. Look into that mailbox, and among its spam.`,
    );
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof MailRefused) && !(error instanceof Unavailable)) throw error;
    io.report(error.message);
    if (error.cause instanceof Error) io.report(`It was: ${error.cause.message}`);
    return EXIT.finding;
  } finally {
    await transport.close();
  }
}

function testMail(to: string): Mail {
  return layOutMail({
    idempotencyKey: randomUUID(),
    recipient: to,
    to,
    campus: campusNamed(DEFAULT_CAMPUS),
    subject: 'Mail of Quad arrives',
    parts: [
      { kind: 'text', text: 'This is a test. Who looks after the site has asked for it; there is nothing to do.' },
    ],
  });
}

/** `quad mail`. */
export function mailVerb(io: Io, end: (code: ExitCode) => void): Command {
  return new Command('mail')
    .description('send a mail by SMTP_URL, and print what the mail server says; exit code 1 when it is not taken')
    .requiredOption('--test <address>', 'where it goes')
    .action(async ({ test }: { readonly test: string }) => end(await runMail(test, process.env, io)));
}
