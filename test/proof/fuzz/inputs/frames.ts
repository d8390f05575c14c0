import { CLIENT_EVENTS, HUB_EVENTS } from '#projections/sync/protocol.ts';
import { HOSTILE_TEXTS, hostileCookie, hostileValue } from '../hostile.ts';
import type { Input } from '../input.ts';
import { mutateBytes } from '../mutate.ts';
import type { Draw } from '../schemaValues.ts';
import type { Source } from '../source.ts';
import { someAddress, somebody } from '../world.ts';
import { pipelineInput } from './pipeline.ts';

const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const OPCODES = [0, TEXT, BINARY, 3, 7, CLOSE, PING, PONG, 15];
/** Of a hundred handshakes, those with a cookie that somebody made up. */
const FORGED_COOKIE_PERCENT = 40;
/** Frames of a flood: many more than any connection has a use for. */
const FLOOD_FRAMES = 5_000;
const ODD_EVENTS = ['error', '__proto__', '', 'constructor', 'x'.repeat(500)];
/** Names that Socket.IO keeps for itself; its client does not send them, a frame can. */
const RESERVED_EVENTS = ['disconnect', 'disconnecting', 'connect', 'newListener', 'connect_error'];
const ENGINE_TYPES = ['0', '1', '2', '3', '4', '5', '6', 'b', 'bAAAA', '9', '-'];
/** Packets that join a Socket.IO namespace, valid or nearly; a second one must do no harm. */
const CONNECTS = ['40', '40{}', '40{"user":null}', '40/,', '40/other,', '4', '4 ', '40[]', '40{"user":{}}'];
const REQUEST_LINES = [
  'GET / HTTP/1.1',
  'GET / HTTP/9.9',
  'GET http://[ HTTP/1.1',
  'POST /api/commands HTTP/1.1',
  'PUT /api/uploads/posts/x HTTP/1.1',
  'CONNECT x:1 HTTP/1.1',
  'PRI * HTTP/2.0',
  '\u0016\u0003\u0001',
];
const HEADER_LINES = [
  'Host: ou.localhost',
  'Host:',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Connection: close',
  'Sec-WebSocket-Key: short',
  'Sec-WebSocket-Version: 1',
  'Expect: 200-maybe',
  ' folded: x',
  'no colon',
  `X: ${'y'.repeat(20_000)}`,
];

/** Inputs that no client library sends: odd events and payloads, raw WebSocket frames, raw HTTP, pipelines. */
export function frameInput(draw: Draw): Input {
  const { world, source } = draw;
  const common = { member: source.chance(70) ? somebody(world, source).index : null, address: someAddress(source) };
  return source.weighted<() => Input>([
    [5, () => oddMessage(source, common)],
    [4, () => frameBytes(source, common)],
    [0.3, () => flood(source, common)],
    [1, () => pipelineInput(source, common)],
    [2, () => ({ via: 'wire', upgrade: false, pieces: requestBytes(source).map(base64), ...common })],
  ])();
}

const base64 = (bytes: Buffer) => bytes.toString('base64');

function oddMessage(source: Source, common: Pick<Input, 'member' | 'address'>): Input {
  const isKnown = source.chance(70);
  const event = isKnown ? source.pick(CLIENT_EVENTS) : source.pick([...ODD_EVENTS, ...HUB_EVENTS]);
  const payload = hostileValue(source);
  // A signal has no answer.
  const shape = isKnown && event !== 'signal' ? 'any' : null;
  // Any command counts for its user.
  return { via: 'socket', event, payload, shape, ...common, ...(event === 'command' && { brake: 'commands' }) };
}

/** Frames one by one, or some of them in one write; some before the handshake is answered. */
function frameBytes(source: Source, common: Pick<Input, 'member' | 'address'>): Input {
  const each = frames(source);
  const together = source.chance(50) ? source.int(2, 6) : 1;
  const pieces: string[] = [];
  for (let from = 0; from < each.length; from += together) {
    pieces.push(base64(Buffer.concat(each.slice(from, from + together))));
  }
  const early = source.chance(20) ? source.int(1, pieces.length) : 0;
  const cookie = source.chance(FORGED_COOKIE_PERCENT) ? { cookie: hostileCookie(source) } : {};
  return { via: 'wire', upgrade: true, early, pieces, ...cookie, ...common };
}

/** A frame that is fine once, sent without end by one who does not read. */
function flood(source: Source, common: Pick<Input, 'member' | 'address'>): Input {
  const [opcode, text] = source.pick([
    [PING, ''],
    [PING, 'x'.repeat(125)],
    [PONG, ''],
    [TEXT, '3'],
    [TEXT, '6'],
    [TEXT, '42["x"]'],
    [TEXT, '42["subscribe",{}]'],
    [TEXT, '421["command",{}]'],
  ] as const);
  const said = base64(frame(source, opcode, Buffer.from(text), true));
  const opening = base64(frame(source, TEXT, Buffer.from('40'), true));
  return { via: 'wire', upgrade: true, pieces: [opening], flood: { frame: said, times: FLOOD_FRAMES }, ...common };
}

function frames(source: Source): Buffer[] {
  const opening = frame(source, TEXT, Buffer.from('40'), true);
  const others = source.list(5, () => {
    const bytes = frame(source, source.chance(70) ? TEXT : source.pick(OPCODES), packet(source), source.chance(90));
    return source.chance(15) ? mutateBytes(bytes, source) : bytes;
  });
  return source.chance(85) ? [opening, ...others] : others;
}

/** Content of a frame for Engine.IO and Socket.IO. */
function packet(source: Source): Buffer {
  const event = source.pick([...CLIENT_EVENTS, ...ODD_EVENTS, ...RESERVED_EVENTS]);
  const json = () => JSON.stringify([event, hostileValue(source)]);
  return source.weighted<() => Buffer>([
    [4, () => Buffer.from(`42${source.chance(50) ? source.int(0, 99) : ''}${json()}`)],
    [2, () => Buffer.from(`42${json().slice(0, -1)}`)],
    [1, () => Buffer.from(`45${source.pick(['1', '0', '99', '-1', '9'.repeat(30)])}-${json()}`)],
    [1, () => Buffer.from(`451-["${event}",{"_placeholder":true,"num":${source.pick([0, 7, -1])}}]`)],
    [1, () => Buffer.from(`4${source.int(0, 9)}${source.pick(['', '/other,', '/x'.repeat(500), '{}', '[]'])}`)],
    [1, () => Buffer.from(`${source.int(0, 9)}${source.pick(HOSTILE_TEXTS)}`)],
    [2, () => enginePacket(source)],
    [2, () => Buffer.from(source.pick(CONNECTS))],
    [1, () => Buffer.from(`42${'['.repeat(source.int(1, 5_000))}`)],
    [1, () => source.bytes(source.int(0, 300))],
    [0.2, () => Buffer.alloc(70_000, '4')],
  ])();
}

/**
 * A packet of Engine.IO itself (open, close, ping, pong, message, upgrade, noop), in a state in which it is invalid.
 */
function enginePacket(source: Source): Buffer {
  return Buffer.from(
    `${source.pick(ENGINE_TYPES)}${source.pick(['', 'probe', '{}', '{"sid":"x"}', '\u001e4', '\u0000'])}`,
  );
}

/** A WebSocket frame (RFC 6455 §5.2), now and then with bits that must not be set, no mask, or another length. */
function frame(source: Source, opcode: number, payload: Buffer, isWellMade: boolean): Buffer {
  const isFinal = isWellMade || source.chance(60);
  const reserved = isWellMade ? 0 : source.pick([0, 0x40, 0x20, 0x10]);
  const isMasked = isWellMade || source.chance(60);
  const statedLength = isWellMade ? payload.length : source.pick([payload.length, payload.length + 7, 0, 2 ** 31]);
  const mask = source.bytes(4);
  const body = isMasked ? Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))) : payload;
  const first = Buffer.from([(isFinal ? 0x80 : 0) | reserved | opcode]);
  return Buffer.concat([first, lengthField(statedLength, isMasked), ...(isMasked ? [mask] : []), body]);
}

function lengthField(length: number, isMasked: boolean): Buffer {
  const bit = isMasked ? 0x80 : 0;
  if (length < 126) return Buffer.from([bit | length]);
  const field = Buffer.alloc(length < 65_536 ? 3 : 9);
  field[0] = bit | (length < 65_536 ? 126 : 127);
  if (length < 65_536) field.writeUInt16BE(length, 1);
  else field.writeBigUInt64BE(BigInt(length), 1);
  return field;
}

/** A request as bytes: contradicting lines, bodies that do not match their headers. */
function requestBytes(source: Source): Buffer[] {
  const lines = [source.pick(REQUEST_LINES), ...source.list(6, () => source.pick(HEADER_LINES))];
  const head = Buffer.from(`${lines.join(source.chance(90) ? '\r\n' : '\n')}\r\n\r\n`, 'latin1');
  const body = source.weighted<() => Buffer>([
    [3, () => Buffer.alloc(0)],
    [
      2,
      () =>
        Buffer.from(
          source.pick(['5\r\nhello\r\n0\r\n\r\n', 'ffffffffffffffff\r\n', '0\r\n\r\nGET / HTTP/1.1\r\n\r\n']),
        ),
    ],
    [1, () => source.bytes(source.int(0, 200))],
  ])();
  return [source.chance(85) ? head : mutateBytes(head, source), body];
}
