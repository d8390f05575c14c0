import { banFact } from '#domain/ban/state.ts';
import type { Sessions } from '../identity/sessions.ts';
import { createAnswer, type Reactor, type RecordedNamed } from '../reactors/reactor.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';

/**
 * Enforces bans (GUARD-11, Q79). No command of the person is taken from the event on (`server/write/bars.ts`); here all
 * their sessions end, in every process, and their addresses are banned. The sessions first: the rest can wait.
 */
export function createBanReactor(
  parts: Pick<ReactorParts, 'dispatcher' | 'logger'> & {
    readonly sessions: Pick<Sessions, 'endAllOf'>;
  },
): Reactor {
  const { dispatcher, sessions } = parts;
  const answer = createAnswer('ban', dispatcher, parts.logger);

  async function banned(event: RecordedNamed<'PersonBanned'>): Promise<void> {
    const { userId, addresses } = event.data;
    // Handed over late, after the ban was lifted: the person's new sessions are none of its business.
    if (!(await dispatcher.stateOf(banFact(userId))).isBanned) return;
    await sessions.endAllOf(userId);
    for (const address of addresses) await answer(event, address, { type: 'BanAddress', data: { userId, address } });
  }

  async function lifted(event: RecordedNamed<'BanLifted'>): Promise<void> {
    const { userId } = event.data;
    const { isBanned, addresses } = await dispatcher.stateOf(banFact(userId));
    // Banned again meanwhile: the addresses stay, and that ban's lifting frees those of this one, too.
    if (isBanned) return;
    for (const address of addresses) await answer(event, address, { type: 'FreeAddress', data: { userId, address } });
  }

  return { name: 'ban', on: { PersonBanned: banned, BanLifted: lifted } };
}
