import { io, type Socket } from 'socket.io-client';
import { FRAME_MAX_BYTES, MESSAGES_PER_MINUTE } from '#server/hub/limits.ts';
import { RECEIVED_FLOOR, type Reply, type SocketInput } from '../input.ts';
import { ANSWER_MS, type Sender } from './http.ts';

/** Messages of one connection; then a new one replaces it, as if the person had returned. */
const MESSAGES_PER_CONNECTION = Math.floor(MESSAGES_PER_MINUTE * 0.8);

interface Line {
  readonly socket: Socket;
  sent: number;
  waiting: number;
}

/** Connections of members and visitors, one each, renewed before the hub's own limit brakes them. */
export class SocketSender {
  readonly #lines = new Map<string, Line>();
  readonly #port: number;
  readonly #onPushed: (event: string, payload: unknown) => void;

  constructor(port: number, onPushed: (event: string, payload: unknown) => void) {
    this.#port = port;
    this.#onPushed = onPushed;
  }

  close(): void {
    for (const { socket } of this.#lines.values()) socket.disconnect();
    this.#lines.clear();
  }

  async send(input: SocketInput, sender: Sender): Promise<Reply> {
    const isTooLarge = Buffer.byteLength(JSON.stringify(input.payload) ?? '') > FRAME_MAX_BYTES - 1_000;
    // A frame over the limit ends its connection: it gets one of its own.
    const line = isTooLarge ? this.#open(sender) : this.#lineOf(String(input.member), sender);
    line.sent += 1;
    line.waiting += 1;
    if (input.first !== undefined) line.sent += 1;
    const reply = await exchange(line.socket, await goOnFromFirst(line.socket, input));
    line.waiting -= 1;
    if (isTooLarge || (line.waiting === 0 && line.sent >= MESSAGES_PER_CONNECTION)) line.socket.disconnect();
    return isTooLarge && reply.type === 'missing' ? { type: 'silence' } : reply;
  }

  #lineOf(key: string, sender: Sender): Line {
    const known = this.#lines.get(key);
    // `disconnected` is also true before the first connection is there.
    const isUsable = known !== undefined && known.sent < MESSAGES_PER_CONNECTION && known.socket.active;
    if (isUsable) return known;
    if (known !== undefined && known.waiting === 0) known.socket.disconnect();
    const line = this.#open(sender);
    this.#lines.set(key, line);
    return line;
  }

  #open({ cookie, address }: Sender): Line {
    const host = `ou.localhost:${this.#port}`;
    const socket = io(`http://127.0.0.1:${this.#port}`, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { host, origin: `http://${host}`, 'x-forwarded-for': address, ...(cookie !== '' && { cookie }) },
    });
    socket.onAny((event: string, payload: unknown) => this.#onPushed(event, payload));
    return { socket, sent: 0, waiting: 0 };
  }
}

/** Sends the first message, and completes the second from its answer. */
async function goOnFromFirst(socket: Socket, input: SocketInput): Promise<SocketInput> {
  const { first, payload } = input;
  if (first === undefined) return input;
  const reply = await exchange(socket, { ...input, ...first });
  const floor = reply.type === 'message' ? (reply.answer as { floor?: unknown } | null)?.floor : undefined;
  const asksForFloor = typeof payload === 'object' && payload !== null && 'floor' in payload;
  return asksForFloor && payload.floor === RECEIVED_FLOOR && typeof floor === 'string'
    ? { ...input, payload: { ...payload, floor } }
    : input;
}

function exchange(socket: Socket, { event, payload, shape }: SocketInput): Promise<Reply> {
  if (shape === null) {
    socket.emit(event, payload);
    return Promise.resolve({ type: 'silence' });
  }
  return new Promise((resolve) => {
    const finish = (reply: Reply) => {
      clearTimeout(timer);
      socket.off('disconnect', onEnd);
      socket.off('connect_error', onEnd);
      resolve(reply);
    };
    const onEnd = (reason: unknown) => {
      const why = reason instanceof Error ? reason.message : String(reason);
      finish({ type: 'missing', why: `the connection ended (${why})` });
    };
    const timer = setTimeout(
      () => finish({ type: 'missing', why: `nothing within ${ANSWER_MS / 1_000} s` }),
      ANSWER_MS,
    );
    socket.on('disconnect', onEnd);
    socket.on('connect_error', onEnd);
    socket.emit(event, payload, (answer: unknown) => finish({ type: 'message', answer }));
  });
}
