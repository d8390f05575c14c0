import type { Actor } from '#domain/kernel/decider.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { refusalOf } from '#server/kernel/refusal.ts';
import type { Outcome } from '#server/write/outcome.ts';
import { idOf, SYSTEM, userActor, VISITOR } from '#test/server/support/people.ts';
import type { Community, GivenCommand, Member } from './community.ts';

/** Milliseconds after which an edge tries again what had no outcome. */
const TRY_AGAIN_MS = 1_000;
/** Addresses for which people sign up: so few that several want the same one. */
const ADDRESSES = 3;
/** Number from which on the ids of the commands of moves are counted. */
const FIRST_MOVE = 100;

/** What orders need of the community. */
type Edges = Pick<Community, 'server' | 'time' | 'orders' | 'erased'>;

/** What an edge of the server (a form that is sent, a command line) orders, with the same id until it has an outcome. */
async function order(
  { server, time, orders }: Edges,
  actor: Actor,
  id: string,
  type: string,
  data: unknown,
): Promise<Outcome> {
  const { origin = 'client', version = 1 } = commandDefinitions[type] ?? {};
  const commandId = effectiveCommandId(actor.kind === 'user' ? actor.userId : actorName(actor), id);
  const given: GivenCommand = { commandId, outcome: null };
  orders.push(given);
  for (;;) {
    const { process } = server;
    try {
      if (process === null) throw new Unavailable('There is no process.');
      const gone = process.life.over.then(() => Promise.reject(new Unavailable('The process is gone.')));
      const dispatched = process.dispatcher.dispatch({ id, type, version, data }, { actor, campus: 'ou', origin });
      const outcome = await Promise.race([dispatched, gone]);
      given.outcome = outcome.ok
        ? { ok: true, position: outcome.position }
        : { ok: false, refusal: refusalOf(outcome.rejection) };
      return outcome;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await new Promise<void>((resolve) => void time.after(TRY_AGAIN_MS, resolve));
    }
  }
}

function actorName(actor: Exclude<Actor, { kind: 'user' }>): string {
  return actor.kind === 'visitor' ? 'visitor' : actor.name;
}

/** Somebody signs up, perhaps with an address that somebody else wants too. */
export function signUp(community: Community, pick: number): void {
  const email = `newcomer${pick % ADDRESSES}@ou.edu`;
  const data = { email, name: 'Zoe Fox', acceptedTerms: true };
  void watch(community, order(community, VISITOR, idOf(`sign up ${community.orders.length}`), 'RegisterUser', data));
}

/** Somebody is erased; the reactors do the rest. */
export function erase(community: Community, { userId }: Member): void {
  if (userId === null || community.erased.has(userId)) return;
  community.erased.add(userId);
  void watch(community, order(community, SYSTEM, idOf(`erase ${userId}`), 'EraseUser', { userId }));
}

/** Somebody becomes a member of the other campus, by the code that was mailed to an address there. */
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

/** What an order throws is a fault of the program. */
async function watch({ server }: Edges, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    server.errors.push(error);
  }
}
