import { actingViewer } from '../kernel/acting.ts';
import { assertNever } from '../kernel/assertNever.ts';
import { streamFact } from '../kernel/command.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import type { Rejection } from '../kernel/rejection.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import { daysAfter, secondsBetween } from '../kernel/time.ts';
import { deletionAccess } from './access.ts';
import { type DeletionCommandNamed, type DeletionContext, deletionCommands } from './commands.ts';
import type { DeletionEvent } from './events.ts';
import { DELETION_GRACE_DAYS } from './limits.ts';
import { deletionRejection } from './rejection.ts';

/** State of the deletion of an account. */
export interface DeletionState extends Counted {
  readonly status: 'none' | 'requested' | 'begun';
  /** Of the newest request; `null`: there was none. */
  readonly receipt: string | null;
  /** ISO instant; `null`: nothing is requested. */
  readonly dueAt: string | null;
}

/** A deletion as a fact, or for the server's own look. */
export const deletionFact = streamFact<DeletionState>('deletion');

/** The refusal of what a person does whose account is going to be deleted, else `null`. */
export function refuseLeaving({ status }: DeletionState): Rejection | null {
  return status === 'none' ? null : deletionRejection('DELETION_PENDING');
}

/** Asked for twice it keeps its first date. */
function requestDeletion(
  deletion: DeletionState,
  command: DeletionCommandNamed<'RequestDeletion'>,
  { actor, now, facts: { user } }: DeletionContext<'RequestDeletion'>,
): Decision<DeletionEvent> {
  const { userId } = actingViewer(actor, user);
  if (userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  if (deletion.status !== 'none') return accept();
  const dueAt = daysAfter(now, DELETION_GRACE_DAYS);
  return accept<DeletionEvent>({
    type: 'DeletionRequested',
    data: { userId, receipt: newId(command.id, 0), dueAt },
  });
}

/** Possible until the deletion begins, however late that is. */
function cancelDeletion(
  { status, receipt }: DeletionState,
  _command: DeletionCommandNamed<'CancelDeletion'>,
  { actor, facts: { user } }: DeletionContext<'CancelDeletion'>,
): Decision<DeletionEvent> {
  const viewer = actingViewer(actor, user);
  const denied = deletionAccess.mayDo.CancelDeletion(viewer);
  if (denied !== null || viewer.userId === null) return refuse(denied ?? kernelRejection('SIGNED_OUT'));
  if (status === 'begun') return refuse(deletionRejection('DELETION_BEGUN'));
  if (status === 'none' || receipt === null) return accept();
  return accept<DeletionEvent>({ type: 'DeletionCancelled', data: { userId: viewer.userId, receipt } });
}

/** Not before the grace is over, and not if the person has kept the account meanwhile. */
function beginDeletion(
  { status, receipt, dueAt }: DeletionState,
  { data: { userId } }: DeletionCommandNamed<'BeginDeletion'>,
  { actor, now }: DeletionContext<'BeginDeletion'>,
): Decision<DeletionEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (status !== 'requested' || receipt === null || dueAt === null) return accept();
  if (secondsBetween(dueAt, now) < 0) return accept();
  return accept<DeletionEvent>({ type: 'DeletionBegun', data: { userId, receipt } });
}

function evolve(deletion: DeletionState, event: DeletionEvent): DeletionState {
  switch (event.type) {
    case 'DeletionRequested':
      return { ...deletion, status: 'requested', receipt: event.data.receipt, dueAt: event.data.dueAt };
    case 'DeletionCancelled':
      return { ...deletion, status: 'none', dueAt: null };
    case 'DeletionBegun':
      return { ...deletion, status: 'begun' };
    default:
      return assertNever(event);
  }
}

/** The rules of the deletion of an account. */
export const deletionDecider = defineDecider(deletionCommands, {
  initial: { status: 'none', receipt: null, dueAt: null, eventCount: 0 },
  evolve,
  decide: { RequestDeletion: requestDeletion, CancelDeletion: cancelDeletion, BeginDeletion: beginDeletion },
  closing: ['RequestDeletion', 'CancelDeletion', 'BeginDeletion'],
});
