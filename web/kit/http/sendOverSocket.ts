import { UPLOAD_MARK, UPLOAD_MESSAGE_BYTES, UPLOAD_PROTOCOL } from '#domain/kernel/uploadOverSocket.ts';
import { asToken, socketAddress } from './askOverSocket.ts';
import { leaveOtherWay } from './connections.ts';

/** Milliseconds within which the next message of a few KB is there, or the answer to all of them. */
const MESSAGE_MS = 15_000;

/** A request with a part of a file. */
export interface SentPart {
  readonly method: string;
  /** By names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | null;
}

/** An answer over a socket. */
export interface PartAnswer {
  readonly status: number;
  /** By names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends a part of a file over a WebSocket of its own (`server/http/socketUploads.ts`): always another connection than those that
 * the browser keeps.
 *
 * @param arrived called with the number of bytes that are there, with each message
 * @returns the answer; rejects where none comes
 */
export function sendOverSocket(
  path: string,
  { method, headers, body }: SentPart,
  signal: AbortSignal,
  arrived: (bytes: number) => void,
): Promise<PartAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const bytes = body?.size ?? 0;
    const request = UPLOAD_MARK + asToken({ method, headers, bytes });
    const socket = new WebSocket(socketAddress(path), [UPLOAD_PROTOCOL, request]);
    const leave = (reason: unknown) => {
      reject(reason);
      socket.close();
    };
    const callOff = () => leave(signal.reason);
    signal.addEventListener('abort', callOff, { once: true });
    const late = () => leave(new Error('Nothing more arrived over a socket of its own.'));
    let timer = setTimeout(late, MESSAGE_MS);
    let isOpened = false;
    socket.onopen = () => {
      isOpened = true;
      for (let at = 0; at < bytes; at += UPLOAD_MESSAGE_BYTES)
        socket.send(body?.slice(at, at + UPLOAD_MESSAGE_BYTES) ?? '');
    };
    socket.onmessage = ({ data }) => {
      clearTimeout(timer);
      timer = setTimeout(late, MESSAGE_MS);
      const [, status = '', said] = /^(\d+)(?: (.*))?$/s.exec(String(data)) ?? [];
      if (status === '') leave(new Error('An answer of somebody else.'));
      else if (said === undefined) arrived(Number(status));
      else {
        try {
          resolve({ status: Number(status), ...(JSON.parse(said) as Omit<PartAnswer, 'status'>) });
        } catch (error) {
          leave(error);
        }
      }
    };
    socket.addEventListener('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', callOff);
      // A proxy may refuse them all.
      if (!isOpened && !signal.aborted) leaveOtherWay();
      reject(new Error('No answer came over a socket of its own.'));
    });
  });
}
