/** Asks over a socket; tests and programs pass their own. */
export type AskOverSocket = (path: string, signal: AbortSignal, heard: () => void) => Promise<Response>;

/**
 * Asks the site a question (`GET /api/…`) over a WebSocket of its own (`server/http/socketQuestions.ts`): it is always another
 * connection than those that the browser keeps, which a page can't close where it is one of HTTP/2. The rights are the
 * same, by the session's cookies.
 *
 * @param heard called when the server is there
 * @returns the answer with its status and its text alone; rejects where none comes
 */
export const askOverSocket: AskOverSocket = (path, signal, heard) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const { protocol, host } = location;
    const socket = new WebSocket(`${protocol.replace('http', 'ws')}//${host}${path}`);
    const leave = () => {
      socket.close();
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    socket.addEventListener('open', heard);
    socket.onmessage = ({ data }) => {
      const [, status = '', text = ''] = /^(\d{3}) (.*)$/s.exec(String(data)) ?? [];
      // With some statuses browsers refuse to be given a text, also an empty one.
      const body = text === '' ? null : text;
      if (status === '') reject(new Error('An answer of somebody else.'));
      else resolve(new Response(body, { status: Number(status) }));
    };
    socket.addEventListener('close', () => {
      signal.removeEventListener('abort', leave);
      reject(new Error('No answer came over a socket of its own.'));
    });
  });
