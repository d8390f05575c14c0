import { streamFact } from '../kernel/command.ts';
import type { ModerationReason } from '../kernel/moderation.ts';
import type { Counted } from '../kernel/streamLimit.ts';

/** Whether a person or an address is banned. */
export interface BanState extends Counted {
  readonly isBanned: boolean;
  /** Of a banned person: why, which that person alone may read. Of an address `null`: a stranger who types it learns nothing. */
  readonly reason: ModerationReason | null;
  /**
   * Of an address: ids of the banned people who had it. Two may have had it, one as e-mail and one as school e-mail; the end
   * of one ban leaves it closed for the other.
   */
  readonly holders: readonly string[];
  /** Of a person: keyed hashes of the addresses that were closed with any of the bans, each once. */
  readonly addresses: readonly string[];
}

/** The ban of a person, by the user's id. */
export const banFact = streamFact<BanState>('ban');
