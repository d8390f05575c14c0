/** Field of the handshake by which a client says that it can unpack, beside who it is. */
export const UNPACKS = 'unpacks';

/**
 * A large answer to `subscribe` or `page`: most of its documents lie in `packed` (UTF-8 JSON of a list, raw DEFLATE, RFC
 * 1951), the others in `documents`. Only clients that said so at the handshake are answered in this form.
 */
export interface PackedAnswer {
  readonly documents: readonly unknown[];
  readonly packed: Uint8Array | ArrayBuffer;
}
