const HEAD_END = '\r\n\r\n';
const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [^\r\n]*$/;
const FIELD = /^([!#$%&'*+\-.^_`|~\w]+):[ \t]*(.*)$/;
/** Bytes of something that is no answer which a finding shows. */
const SHOWN = 200;

/** Bytes that are no answer, with what was expected instead. */
class NoAnswer extends Error {}

interface Head {
  readonly status: number;
  readonly fields: ReadonlyMap<string, string>;
  /** Where the body begins. */
  readonly end: number;
}

/**
 * Reads the answers on one connection (RFC 9112), which must be whole and in the order of the requests.
 *
 * @param text the bytes as latin1
 * @param methods of the requests, in order
 * @returns why they are not such answers, `null` when they are. An answer may end the connection: then the requests
 *   behind it have none
 */
export function misread(text: string, methods: readonly string[]): string | null {
  let at = 0;
  try {
    for (const method of methods) {
      const head = finalHead(text, at);
      at = bodyEnd(text, head, method);
      if (head.fields.get('connection') === 'close') break;
    }
    if (at < text.length) throw new NoAnswer(`bytes behind the last answer: ${shown(text, at)}`);
    return null;
  } catch (error) {
    if (error instanceof NoAnswer) return error.message;
    throw error;
  }
}

/** The head of the answer itself; invitations to send the body (`100 Continue`) may stand before it. */
function finalHead(text: string, from: number): Head {
  const head = readHead(text, from);
  return head.status === 100 ? finalHead(text, head.end) : head;
}

function readHead(text: string, from: number): Head {
  const end = text.indexOf(HEAD_END, from);
  const [first = '', ...lines] = text.slice(from, end === -1 ? from : end).split('\r\n');
  const status = STATUS_LINE.exec(first)?.[1];
  if (status === undefined) throw new NoAnswer(`no answer begins with ${shown(text, from)}`);
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    if (name === undefined) throw new NoAnswer(`no header is ${JSON.stringify(line)}`);
    fields.set(name.toLowerCase(), value.toLowerCase());
  }
  return { status: Number(status), fields, end: end + HEAD_END.length };
}

function bodyEnd(text: string, { status, fields, end }: Head, method: string): number {
  if (method === 'HEAD' || status === 204 || status === 304) return end;
  if (fields.get('transfer-encoding') === 'chunked') return chunksEnd(text, end);
  const length = fields.get('content-length');
  if (length === undefined) return text.length;
  const bodyEnds = end + Number(length);
  if (!(bodyEnds <= text.length)) throw new NoAnswer(`a body of ${length} bytes has ${text.length - end}`);
  return bodyEnds;
}

function chunksEnd(text: string, from: number): number {
  const lineEnd = text.indexOf('\r\n', from);
  const size = lineEnd === -1 ? undefined : /^[0-9a-f]+$/i.exec(text.slice(from, lineEnd))?.[0];
  if (size === undefined) throw new NoAnswer(`no chunk begins with ${shown(text, from)}`);
  const chunkEnd = lineEnd + 2 + Number.parseInt(size, 16);
  if (text.slice(chunkEnd, chunkEnd + 2) !== '\r\n') throw new NoAnswer(`a chunk ends with ${shown(text, chunkEnd)}`);
  return Number.parseInt(size, 16) === 0 ? chunkEnd + 2 : chunksEnd(text, chunkEnd + 2);
}

const shown = (text: string, from: number) => JSON.stringify(text.slice(from, from + SHOWN));
