import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import type { Logger } from '../observability/logging.ts';

/** Bytes of the token; every user who can read it in the data folder may give orders. */
const TOKEN_BYTES = 32;
/** Bytes of a socket's path that every system takes. */
const SOCKET_PATH_MAX_BYTES = 100;
/** Characters of an order. */
const ORDER_MAX_CHARACTERS = 10_000;

/** Carries out an order and returns the answer. `report` sends progress to the caller. Both are JSON. */
export type ControlVerb = (args: unknown, report: (progress: unknown) => void) => Promise<unknown>;

/** Path of a running server's control socket, and its token. */
export interface ControlAddress {
  readonly socket: string;
  readonly token: string;
}

/** The order was not carried out. */
export class ControlFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ControlFailed';
  }
}

const orderSchema = z.strictObject({ token: z.string(), verb: z.string(), args: z.unknown() });
const lineSchema = z.union([
  z.strictObject({ progress: z.unknown() }),
  z.strictObject({ ok: z.literal(true), result: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: z.string() }),
]);
type Line = z.infer<typeof lineSchema>;

/**
 * Takes orders of the command line over a local socket: one line of JSON in, progress and the answer as lines out.
 */
export async function openControl(options: {
  readonly dataDir: string;
  readonly verbs: Readonly<Record<string, ControlVerb>>;
  readonly logger: Logger;
}): Promise<ControlAddress & { close(): Promise<void> }> {
  const socket = socketPath(options.dataDir);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  // Left by a killed process; the folder's lock proves that no other one runs.
  if (process.platform !== 'win32') await rm(socket, { force: true });

  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', (error) => options.logger.debug({ err: error }, 'A control connection broke.'));
    serve(client, token, options.verbs, options.logger);
  });
  await new Promise<void>((resolve_, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve_);
  });

  return {
    socket,
    token,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      for (const client of open) client.destroy();
      await closed;
    },
  };
}

function socketPath(dataDir: string): string {
  const name = `quad-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  // Only its owner can enter the data folder; but the path may be too long for a socket.
  const inFolder = join(resolve(dataDir), 'control.sock');
  return Buffer.byteLength(inFolder) <= SOCKET_PATH_MAX_BYTES ? inFolder : join(tmpdir(), `${name}.sock`);
}

function serve(client: Socket, token: string, verbs: Readonly<Record<string, ControlVerb>>, logger: Logger): void {
  const send = (line: Line) => {
    if (client.writable) client.write(`${JSON.stringify(line)}\n`);
  };
  let order = '';
  client.setEncoding('utf8');
  client.on('data', (text: string) => {
    order += text;
    if (order.length > ORDER_MAX_CHARACTERS) client.destroy();
    if (!order.includes('\n')) return;
    client.pause();
    void carryOut(order, token, verbs, send, logger).then(() => client.end());
  });
}

async function carryOut(
  text: string,
  token: string,
  verbs: Readonly<Record<string, ControlVerb>>,
  send: (line: Line) => void,
  logger: Logger,
): Promise<void> {
  const order = parseOrder(text);
  if (order === null || !sameToken(order.token, token)) return send({ ok: false, error: 'The order was refused.' });
  const verb = Object.hasOwn(verbs, order.verb) ? verbs[order.verb] : undefined;
  if (verb === undefined) return send({ ok: false, error: `The server knows no order ${order.verb}.` });
  try {
    send({ ok: true, result: (await verb(order.args, (progress) => send({ progress }))) ?? null });
  } catch (error) {
    logger.warn({ err: error, verb: order.verb }, 'An order of the command line failed.');
    send({ ok: false, error: error instanceof Error ? error.message : 'It failed.' });
  }
}

function parseOrder(text: string): z.infer<typeof orderSchema> | null {
  try {
    return orderSchema.parse(JSON.parse(text));
  } catch {
    // Not an order.
    return null;
  }
}

function sameToken(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  // Of bytes: texts of as many characters may have more of them, and comparing those throws.
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Gives an order to a running server and waits for the answer.
 *
 * @throws ControlFailed the order was refused or failed, or the server ended
 */
export async function callControl(
  { socket, token }: ControlAddress,
  verb: string,
  args: unknown,
  onProgress: (progress: unknown) => void = () => undefined,
): Promise<unknown> {
  const connection = connect(socket);
  try {
    await new Promise<void>((resolve_, reject) => connection.once('connect', resolve_).once('error', reject));
    connection.write(`${JSON.stringify({ token, verb, args: args ?? null })}\n`);
    for await (const text of createInterface({ input: connection })) {
      const line = lineSchema.parse(JSON.parse(text));
      if ('progress' in line) onProgress(line.progress);
      else if (line.ok) return line.result;
      else throw new ControlFailed(line.error);
    }
  } catch (error) {
    if (error instanceof ControlFailed) throw error;
    throw new ControlFailed(`The server does not answer (${error instanceof Error ? error.message : String(error)}).`);
  } finally {
    connection.destroy();
  }
  throw new ControlFailed('The server ended before it answered.');
}
