import { afterEach, expect, it } from '@jest/globals';
import { EXIT } from '#scripts/cli/failure.ts';
import { runMail } from '#scripts/mail.ts';
import { reply, startMailServer } from '#test/doubles/mailServer.ts';
import { recordingIo } from '../support/recordingIo.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Sends a mail by a real mail server. */
async function run(
  ...[options, change = (url) => url]: [
    options?: Parameters<typeof startMailServer>[0],
    change?: (url: string) => string,
  ]
) {
  const server = await startMailServer(options);
  ends.push(server.close);
  const io = recordingIo();
  const environment = { SMTP_URL: change(server.url), MAIL_FROM: 'Quad <no-reply@quad.example>' };
  const code = await runMail('ada@ou.edu', environment, io);
  return { code, io, taken: server.taken };
}

it('sends one mail as the server does, and says that it was taken', async () => {
  const { code, io, taken } = await run();
  expect([code, taken.map(({ to }) => to)]).toEqual([EXIT.ok, ['ada@ou.edu']]);
  expect(taken[0]?.source).toMatch(/^From: Quad <no-reply@quad\.example>/m);
  expect(io.printed.join()).toContain('took a mail from Quad <no-reply@quad.example> to ada@ou.edu');
});

it('prints what is wrong, what to do, and the words of the mail server', async () => {
  const wrong = await run({}, (url) => url.replace('correct', 'wrong'));
  expect(wrong.code).toBe(EXIT.finding);
  expect(wrong.io.reported[0]).toContain('SMTP_URL');
  expect(wrong.io.reported[1]).toContain('credentials invalid');
  const refused = await run({
    onRcptTo: (_address, _session, callback) => callback(reply(550, 'No such mailbox')),
  });
  expect([refused.code, refused.taken]).toEqual([EXIT.finding, []]);
  expect(refused.io.reported.join()).toContain('No such mailbox');
});

it('says which variable is missing', async () => {
  await expect(runMail('ada@ou.edu', {}, recordingIo())).rejects.toMatchObject({ exitCode: EXIT.usage });
});
