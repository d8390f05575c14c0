import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** Name and password that the mail server takes. */
const LOGIN = { user: 'quad', pass: 'correct horse' };

/** A mail that the server took. */
export interface TakenMail {
  readonly to: string;
  /** With its header. */
  readonly source: string;
}

/** A real mail server on this machine, with STARTTLS and AUTH. */
export interface MailServer {
  /** With name and password. Its certificate is its own, so the address says that it need not be verified. */
  readonly url: string;
  readonly taken: readonly TakenMail[];
  /** Connections that were made so far. */
  connections(): number;
  /** Cuts all connections off. */
  drop(): void;
  close(): Promise<void>;
}

/** An answer that is no "yes". */
export function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** Starts a mail server. @param options of `smtp-server`, such as a refusal of its own at one of its steps */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = new SMTPServer({
    // Its certificate is the library's own: it would warn of that.
    logger: false,
    onAuth({ username, password }, _session, callback) {
      if (username === LOGIN.user && password === LOGIN.pass) callback(null, { user: username });
      else callback(reply(535, 'Authentication credentials invalid'));
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        taken.push({ to: envelope.rcptTo[0]?.address ?? '', source: Buffer.concat(chunks).toString() });
        callback();
      });
    },
    ...options,
  });
  server.server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Clients that are cut off are what some tests are about.
  server.on('error', () => undefined);
  const listening = once(server.server, 'listening');
  server.listen(0, '127.0.0.1');
  await listening;
  const { port } = server.server.address() as AddressInfo;
  const login = `${LOGIN.user}:${encodeURIComponent(LOGIN.pass)}`;
  return {
    url: `smtp://${login}@127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    taken,
    connections: () => connections,
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
