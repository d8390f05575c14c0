import { actingViewer } from '../kernel/acting.ts';
import { assertNever } from '../kernel/assertNever.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { cleanText } from '../kernel/text.ts';
import { mailboxOf, refuseUnlessStanding } from '../user/face.ts';
import { banAccess } from './access.ts';
import { type BanCommandNamed, type BanContext, banCommands } from './commands.ts';
import type { BanEvent } from './events.ts';
import { banRejection } from './rejection.ts';
import type { BanState } from './state.ts';

/**
 * The refusal of everything that a banned person does, with the reason, and of each use of a banned address, without one;
 * else `null` (GUARD-11).
 */
export function refuseBanned({ isBanned, reason }: BanState): Rejection | null {
  return isBanned ? banRejection('ACCOUNT_BANNED', reason === null ? {} : { reason }) : null;
}

/**
 * The values that close an address: itself, and its mailbox, since another tag (`ada+x@`) would make a new address of the
 * same person.
 */
export function closedWith(address: string): readonly string[] {
  return [address, mailboxOf(address)];
}

/** A moderator bans a person; moderators are protected, so that none can lock out the others. */
function banPerson(
  ban: BanState,
  { data: { userId, reason, note, about } }: BanCommandNamed<'BanPerson'>,
  { actor, hash, facts: { moderator, person } }: BanContext<'BanPerson'>,
): Decision<BanEvent> {
  const viewer = actingViewer(actor, moderator);
  const denied = banAccess.mayDo.BanPerson(viewer);
  if (denied !== null || viewer.userId === null) return refuse(denied ?? kernelRejection('SIGNED_OUT'));
  const refused = refuseUnlessStanding(person);
  if (refused !== null) return refused;
  if (person.isModerator) return refuse(banRejection('MODERATOR_PROTECTED'));
  if (ban.isBanned) return accept();
  // An address that was never confirmed may be somebody else's, who must not be kept out for what a stranger did.
  const owned = [person.verified ? person.email : null, person.schoolEmail].filter((address) => address !== null);
  const addresses = [...new Set(owned.flatMap(closedWith))].map(hash);
  return accept<BanEvent>({
    type: 'PersonBanned',
    data: {
      userId,
      by: viewer.userId,
      reason,
      note: personal(cleanText(note).trim()),
      about,
      addresses,
    },
  });
}

/** Possible also for a person who was erased meanwhile: it frees the addresses. */
function liftBan(
  ban: BanState,
  { data: { userId, reason } }: BanCommandNamed<'LiftBan'>,
  { actor, facts: { moderator } }: BanContext<'LiftBan'>,
): Decision<BanEvent> {
  const viewer = actingViewer(actor, moderator);
  const denied = banAccess.mayDo.LiftBan(viewer);
  if (denied !== null || viewer.userId === null) return refuse(denied ?? kernelRejection('SIGNED_OUT'));
  if (!ban.isBanned) return accept();
  return accept<BanEvent>({ type: 'BanLifted', data: { userId, by: viewer.userId, reason } });
}

function banAddress(
  ban: BanState,
  { data }: BanCommandNamed<'BanAddress'>,
  { actor }: BanContext<'BanAddress'>,
): Decision<BanEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  return ban.holders.includes(data.userId) ? accept() : accept<BanEvent>({ type: 'AddressBanned', data });
}

function freeAddress(
  ban: BanState,
  { data }: BanCommandNamed<'FreeAddress'>,
  { actor }: BanContext<'FreeAddress'>,
): Decision<BanEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  return ban.holders.includes(data.userId) ? accept<BanEvent>({ type: 'AddressFreed', data }) : accept();
}

const heldBy = (ban: BanState, holders: readonly string[]): BanState => ({
  ...ban,
  holders,
  isBanned: holders.length > 0,
});

function evolve(ban: BanState, event: BanEvent): BanState {
  switch (event.type) {
    case 'PersonBanned':
      return {
        ...ban,
        isBanned: true,
        reason: event.data.reason,
        addresses: [...new Set([...ban.addresses, ...event.data.addresses])],
      };
    case 'BanLifted':
      return { ...ban, isBanned: false, reason: null };
    case 'AddressBanned':
      return heldBy(ban, [...ban.holders, event.data.userId]);
    case 'AddressFreed':
      return heldBy(
        ban,
        ban.holders.filter((userId) => userId !== event.data.userId),
      );
    default:
      return assertNever(event);
  }
}

/** The rules of bans. */
export const banDecider = defineDecider(banCommands, {
  initial: { isBanned: false, reason: null, holders: [], addresses: [], eventCount: 0 },
  evolve,
  decide: { BanPerson: banPerson, LiftBan: liftBan, BanAddress: banAddress, FreeAddress: freeAddress },
  closing: ['BanPerson', 'LiftBan', 'BanAddress', 'FreeAddress'],
});
