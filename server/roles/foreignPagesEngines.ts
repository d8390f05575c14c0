import type { Config } from '../config.ts';
import type { Logger } from '../observability/logging.ts';
import type { ForeignPages } from '../ports/foreignPages.ts';
import type { Network } from '../ports/network.ts';
import type { Closing } from './closing.ts';

/**
 * Pages of other sites, for the cards of links; `null` where the configuration wants none. The reader of HTML is in
 * memory only once somebody has linked to a page.
 */
export function openForeignPages(
  { linkPreviews, mailFrom }: Pick<Config, 'linkPreviews' | 'mailFrom'>,
  parts: {
    readonly clock: () => Date;
    readonly logger: Logger;
    readonly network?: Network;
    readonly closing: Pick<Closing, 'add'>;
  },
): ForeignPages | null {
  if (!linkPreviews) return null;
  let opened: Promise<ForeignPages & { close(): Promise<void> }> | null = null;
  const open = async () => {
    const [{ createForeignPages }, { createNetwork }] = await Promise.all([
      import('../engines/foreignPages/foreignPages.ts'),
      import('../engines/foreignPages/network.ts'),
    ]);
    const { clock, logger } = parts;
    return createForeignPages({
      clock,
      logger,
      network: parts.network ?? createNetwork(),
      userAgent: userAgent(mailFrom),
    });
  };
  parts.closing.add('foreign pages', async () => (await opened)?.close());
  return {
    async read(address, userId, signal) {
      opened ??= open();
      return (await opened).read(address, userId, signal);
    },
  };
}

/** Our name at other sites, with the address at which their people reach ours. */
function userAgent(mailFrom: string): string {
  const [address = ''] = /[^\s@<>]+@[^\s@<>]+/.exec(mailFrom) ?? [];
  return `QuadBot/1.0 (link previews; ${address.replace(/[^\x21-\x7e]/g, '')})`;
}
