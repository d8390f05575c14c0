import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server on this machine. */
export interface SmtpServer {
  readonly url: string;
  /** Each line that it was sent, in order. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

/** Answers with which it takes every mail. */
export const TAKES_MAILS: Readonly<Record<string, string>> = { DATA: '354 go on', '.': '250 taken', QUIT: '221 bye' };

/** Starts a mail server that answers each command by its first word; one that is not listed, by "250 ok". */
export async function startSmtpServer(answers: Readonly<Record<string, string>> = TAKES_MAILS): Promise<SmtpServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.setEncoding('utf8');
    socket.write('220 test\r\n');
    let inData = false;
    let rest = '';
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter(Boolean)) {
        received.push(line);
        if (inData && line !== '.') continue;
        inData = line === 'DATA';
        socket.write(`${answers[line.split(/[ :]/)[0] ?? ''] ?? '250 ok'}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
