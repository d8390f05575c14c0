/** Targets of the fuzzing, as `--only` names them. */
export const KINDS = ['commands', 'queries', 'searches', 'topics', 'http', 'frames', 'uploads'] as const;
export type Kind = (typeof KINDS)[number];

/** Shape of a good answer; see `judge.ts`. */
export type Shape =
  | 'any'
  | 'command'
  | 'topic'
  | 'need'
  | 'left'
  | 'search'
  | 'person'
  | 'session'
  | 'live'
  | 'ready'
  | 'upload';

/** A brake of the product that an input is counted against, so that it waits its turn instead of hitting it. */
export type Brake = 'commands' | 'uploads' | 'codes' | 'searches';

interface Common {
  /** Number of the member who sends it, with their cookies; `null`: a visitor. */
  readonly member: number | null;
  /** Network address that it seems to come from. */
  readonly address: string;
  readonly brake?: Brake;
}

/** A request by Node's HTTP client. */
export interface HttpInput extends Common {
  readonly via: 'http';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Base64; `null`: no body. */
  readonly body: string | null;
  readonly shape: Shape;
}

/** Stands for the floor in the answer to the previous message. */
export const RECEIVED_FLOOR = '(received)';

/** A message on a Socket.IO connection; `shape: null` says that nothing need be answered. */
export interface SocketInput extends Common {
  readonly via: 'socket';
  /** Sent before on the same connection, and answered: the message depends on that answer. */
  readonly first?: { readonly event: string; readonly payload: unknown };
  readonly event: string;
  readonly payload: unknown;
  readonly shape: Shape | null;
}

/** Bytes on a bare TCP connection, in pieces of base64, each one write. */
export interface WireInput extends Common {
  readonly via: 'wire';
  /** Shakes hands for a WebSocket first. */
  readonly upgrade: boolean;
  /** The `Cookie` header of the handshake in place of the sender's own. */
  readonly cookie?: string;
  /** Pieces that leave in one write with the handshake, before it is answered; the others wait for the answer. */
  readonly early?: number;
  readonly pieces: readonly string[];
  /** A frame sent that many times, after the pieces, without reading answers; the server has to end the connection. */
  readonly flood?: { readonly frame: string; readonly times: number };
  /** The methods of the requests that the pieces are; the last ends the connection. Each has to be answered whole. */
  readonly asks?: readonly string[];
}

/** One input. It is plain data, so that a finding can be kept in a file and sent again. */
export type Input = HttpInput | SocketInput | WireInput;

/** An input with its number in the run, from which and the seed it was drawn. */
export interface Numbered {
  readonly number: number;
  readonly kind: Kind;
  readonly input: Input;
}

/** The server's reaction to an input. */
export type Reply =
  | {
      readonly type: 'http';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
      readonly body: Buffer;
    }
  | { readonly type: 'message'; readonly answer: unknown }
  /** Raw bytes of the answer, and whether the server closed the connection. */
  | { readonly type: 'bytes'; readonly bytes: Buffer }
  /** Nothing is to be answered. */
  | { readonly type: 'silence' }
  /** An answer is missing. */
  | { readonly type: 'missing'; readonly why: string };
