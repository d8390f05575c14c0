import { Decoder, type Packet, PacketType } from 'socket.io-parser';

/** Packets that a client of ours sends: it joins once, says something, leaves. It acknowledges nothing. */
const FROM_CLIENTS = new Set<PacketType>([PacketType.CONNECT, PacketType.EVENT, PacketType.DISCONNECT]);

/** A client broke the rules of the protocol. */
class ProtocolViolated extends Error {}

/**
 * Reads the packets of one connection, and refuses a second CONNECT. Socket.IO answers each CONNECT that comes before
 * the first has joined with a socket of its own: one connection could hold thousands of them, past every limit.
 *
 * What is thrown here Socket.IO catches: it closes the connection, as after a packet that can't be parsed.
 */
export class StrictDecoder extends Decoder {
  #hasConnected = false;

  constructor() {
    // What announces bytes is refused before any of them are kept: no client of ours sends any.
    super({ maxAttachments: 0 });
    // Before Socket.IO's own listener, which is not called any more when this one throws.
    this.on('decoded', (packet) => this.#check(packet));
  }

  #check({ type }: Packet): void {
    if (!FROM_CLIENTS.has(type)) throw new ProtocolViolated(`A client sent a packet of type ${type}.`);
    if (type !== PacketType.CONNECT) return;
    if (this.#hasConnected) throw new ProtocolViolated('A client connected twice.');
    this.#hasConnected = true;
  }
}
