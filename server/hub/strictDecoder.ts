import { Decoder, type Packet, PacketType } from 'socket.io-parser';

/** Packets that our clients send: connect once, events, disconnect. They acknowledge nothing. */
const FROM_CLIENTS = new Set<PacketType>([PacketType.CONNECT, PacketType.EVENT, PacketType.DISCONNECT]);

/** A client broke the rules of the protocol. */
class ProtocolViolated extends Error {}

/**
 * Reads the packets of one connection, and refuses a second CONNECT. Socket.IO answers each CONNECT that comes before
 * the first has joined with a socket of its own: one connection could hold thousands of them, past every limit.
 *
 * Socket.IO catches what is thrown here, and closes the connection, as after a packet that cannot be parsed.
 */
export class StrictDecoder extends Decoder {
  #hasConnected = false;

  constructor() {
    // Refuses packets with binary attachments before any is buffered: our clients send none.
    super({ maxAttachments: 0 });
    // Added before Socket.IO's own listener, which is not called when this one throws.
    this.on('decoded', (packet) => this.#check(packet));
  }

  #check({ type }: Packet): void {
    if (!FROM_CLIENTS.has(type)) throw new ProtocolViolated(`A client sent a packet of type ${type}.`);
    if (type !== PacketType.CONNECT) return;
    if (this.#hasConnected) throw new ProtocolViolated('A client connected twice.');
    this.#hasConnected = true;
  }
}
