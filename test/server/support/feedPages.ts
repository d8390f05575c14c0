import { createPageBoot, type PageBootParts, type ReadPageBoot } from '#server/http/pageBoot.ts';
import { silentLogger } from '#server/observability/logging.ts';

/** Pages of a visitor that show the feed alone, as a reader of topics answers it. */
export function feedPages(readTopic: PageBootParts['readTopic'], logger = silentLogger): ReadPageBoot {
  return createPageBoot({
    authenticate: async () => null,
    firstView: () => ['feed'],
    firstSearch: () => null,
    askSearch: () => Promise.reject(new Error('Nothing is searched.')),
    readTopic,
    summarise: async () => null,
    mailboxAt: () => null,
    hasGoogle: false,
    hasPayments: false,
    logger,
  });
}
