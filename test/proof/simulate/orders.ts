import { type Actor, actorId } from '#domain/kernel/actor.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import type { Rejection } from '#domain/kernel/rejection.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { refusalOf } from '#server/kernel/refusal.ts';
import type { Ordered } from '#test/model/acts.ts';
import { idOf, originOf, SYSTEM, userActor, VISITOR } from '#test/server/support/people.ts';
import type { Settled } from '#web/sync/outbox/outbox.ts';
import type { Community, GivenCommand, Member } from './community.ts';
import type { SimProcess } from './simProcess.ts';

/** Milliseconds after which an edge retries after an unknown outcome. */
const TRY_AGAIN_MS = 1_000;
/** Addresses for sign-ups: so few that several people want the same one. */
const ADDRESSES = 3;
/** Number from which on the ids of the commands of moves are counted. */
const FIRST_MOVE = 100;

/** The parts of the community that orders need. */
type Edges = Pick<Community, 'server' | 'time' | 'orders' | 'erased'>;

/** The outcome of an edge's request. */
type Answer =
  | { readonly ok: true; readonly position: string | null }
  | { readonly ok: false; readonly rejection: Rejection };

/** Sends an order of an edge (a form, a command line), with the same id until it has an outcome. */
export async function order(edges: Edges, actor: Actor, id: string, type: string, data: unknown): Promise<Settled> {
  const given: GivenCommand = { commandId: effectiveCommandId(actorId(actor), id), outcome: null };
  edges.orders.push(given);
  const outcome = await dispatchUntilAnswered(edges, actor, { id, type, data });
  given.outcome = outcome;
  return outcome;
}

/** Dispatches a command, with the same id until it has an outcome. */
export function dispatchUntilAnswered(
  edges: Pick<Edges, 'server' | 'time'>,
  actor: Actor,
  { id, type, data }: { readonly id: string; readonly type: string; readonly data: unknown },
): Promise<Settled> {
  const { version = 1 } = commandDefinitions[type] ?? {};
  const origin = originOf(actor, type);
  return untilAnswered(edges, ({ dispatcher }) =>
    dispatcher.dispatch({ id, type, version, data }, { actor, campus: 'ou', origin }),
  );
}

/** Asks the present process until one answers. */
export async function untilAnswered(
  edges: Pick<Edges, 'server' | 'time'>,
  ask: (process: SimProcess) => Promise<Answer>,
): Promise<Settled> {
  const answer = await untilDone(edges, ask);
  if (answer.ok) return { ok: true, position: answer.position };
  return { ok: false, refusal: refusalOf(answer.rejection) };
}

/** Has the present process do something until one has done it. */
export async function untilDone<T>(
  { server, time }: Pick<Edges, 'server' | 'time'>,
  act: (process: SimProcess) => Promise<T>,
): Promise<T> {
  for (;;) {
    const process = server.drawProcess();
    try {
      if (process === null) throw new Unavailable('There is no process.');
      const gone = process.life.over.then(() => Promise.reject(new Unavailable('The process is gone.')));
      return await Promise.race([act(process), gone]);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await new Promise<void>((resolve) => void time.after(TRY_AGAIN_MS, resolve));
    }
  }
}

/** Signs a person up, perhaps with an address that another person wants too. */
export function signUp(community: Community, pick: number): void {
  const email = `newcomer${pick % ADDRESSES}@ou.edu`;
  const data = { email, name: 'Zoe Fox', acceptedTerms: true };
  void watch(community, order(community, VISITOR, idOf(`sign up ${community.orders.length}`), 'RegisterUser', data));
}

/** An order of a person or of the house, as a noun's model has it. */
export function orderAtEdge(community: Community, userId: string | null, { by, type, data }: Ordered): void {
  const actor = by === 'house' || userId === null ? SYSTEM : userActor(userId);
  void watch(community, order(community, actor, idOf(`order ${community.orders.length}`), type, data));
}

/** Erases a person; the reactors do the rest. */
export function erase(community: Community, { userId }: Member): void {
  if (userId === null || community.erased.has(userId)) return;
  community.erased.add(userId);
  void watch(community, order(community, SYSTEM, idOf(`erase ${userId}`), 'EraseUser', { userId }));
}

/** Makes a person a member of the other campus, by the code mailed to an address there. */
export function changeCampus(community: Edges, member: Member): void {
  const { userId } = member;
  if (userId === null || community.erased.has(userId)) return;
  member.moves += 1;
  const { moves } = member;
  const campus = moves % 2 === 1 ? 'ou' : 'ut';
  const email = `moved${moves}@${campus === 'ou' ? 'ou.edu' : 'utexas.edu'}`;
  const ask = newId(userId, FIRST_MOVE + 2 * moves);
  const codeId = newId(effectiveCommandId(userId, ask), 1);
  const moved = async () => {
    const asked = await order(community, userActor(userId), ask, 'RequestSchoolCode', { campus, email });
    if (!asked.ok) return;
    const id = newId(userId, FIRST_MOVE + 2 * moves + 1);
    await order(community, userActor(userId), id, 'VerifySchool', { codeId, campus, email });
  };
  void watch(community, moved());
}

/** Opens a closed campus, or closes an open one. */
export function switchPrivacy(community: Community): void {
  const privacy = community.isOpened ? 'private' : 'public';
  community.isOpened = !community.isOpened;
  const id = idOf(`privacy ${community.orders.length}`);
  void watch(community, order(community, SYSTEM, id, 'ChangeCampusPrivacy', { campus: 'ut', privacy }));
}

/** An exception of an order is a fault of the program. */
export async function watch({ server }: Pick<Edges, 'server'>, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    server.errors.push(error);
  }
}
