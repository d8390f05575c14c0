import type { Shelf, Shelves } from '../../ports/shelf.ts';

/** Keys and counters of passkeys, in the vault. A record is one passkey; its secret is what `verifyNew` keeps of it. */
export function passkeyShelf(vault: Pick<Shelves, 'shelf'>): Shelf {
  return vault.shelf('passkey');
}
