import type { RateSpending } from '../ports/vault.ts';

const MS_PER_MINUTE = 60_000;

/** A token bucket as a store keeps it. */
export interface RateBucket {
  readonly tokens: number;
  /** ISO instant of `tokens`. */
  readonly at: string;
}

/** The rule of `RateVault.spend`. @param before the stored bucket, `null` for a full one */
export function spendTokens(before: RateBucket | null, spent: RateSpending, at: string): RateBucket {
  const { tokens, burst, perMinute } = spent;
  if (before === null) return { tokens: Math.max(-burst, burst - tokens), at };
  const passed = Math.max(0, Date.parse(at) - Date.parse(before.at));
  const left = Math.min(burst, before.tokens + (passed * perMinute) / MS_PER_MINUTE) - tokens;
  return { tokens: Math.max(-burst, left), at: at > before.at ? at : before.at };
}
