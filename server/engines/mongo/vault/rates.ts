import type { RateVault } from '../../../ports/vault.ts';
import { spendTokens } from '../../rateBucket.ts';
import type { ChangeDocument } from './changeDocument.ts';
import type { BucketDoc, VaultCollections } from './collections.ts';

/** Token buckets: a document each, so that each spending is one step. */
export function mongoRates({ rates }: Pick<VaultCollections, 'rates'>, changeDocument: ChangeDocument): RateVault {
  return {
    spend: (spent, at) =>
      Promise.all(
        spent.map((each) =>
          changeDocument(rates, each.key, (before: BucketDoc | null) => {
            const next = spendTokens(before, each, at);
            return { result: next.tokens, next };
          }),
        ),
      ),
    async sweep(before) {
      await rates.deleteMany({ at: { $lt: before } });
    },
  };
}
