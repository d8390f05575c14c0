import type { DatabaseSync } from 'node:sqlite';
import type { RateVault } from '../../../ports/vault.ts';
import { type RateBucket, spendTokens } from '../../rateBucket.ts';
import { transaction } from '../database.ts';
import type { Synchronous } from './tables.ts';

/** Token buckets. */
export function vaultRates(db: DatabaseSync): Synchronous<RateVault> {
  const select = db.prepare('SELECT tokens, at FROM rates WHERE key = ?');
  const put = db.prepare(
    `INSERT INTO rates VALUES (:key, :tokens, :at)
     ON CONFLICT DO UPDATE SET tokens = excluded.tokens, at = excluded.at`,
  );
  const sweep = db.prepare('DELETE FROM rates WHERE at < ?');
  return {
    spend: (spent, at) =>
      transaction(db, () =>
        spent.map((each) => {
          const before = select.get(each.key) as RateBucket | undefined;
          const next = spendTokens(before ?? null, each, at);
          put.run({ key: each.key, ...next });
          return next.tokens;
        }),
      ),
    sweep: (before) => {
      sweep.run(before);
    },
  };
}
