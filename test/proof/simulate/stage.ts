import { effectiveCommandId } from '#domain/kernel/ids.ts';
import type { Stage } from '#test/model/story.ts';
import { idOf, userActor } from '#test/server/support/people.ts';
import { knownTo } from './acts.ts';
import { type Community, type Member, MODERATOR, sendFrom } from './community.ts';
import { dispatchUntilAnswered, order } from './orders.ts';
import { askOnce } from './simProcess.ts';
import { logIn } from './standing.ts';

/** Milliseconds within which events have to coincide. */
export const MEETING_MS = 400;

/** The simulation as the scenes of the nouns' models use it; `null`: for a visitor, and for the moderator. */
export function stageFor(community: Community, member: Member, pick: number): Stage | null {
  const { server, time, random, members, mistakes, orders } = community;
  const moderator = members[MODERATOR];
  const { userId } = member;
  if (userId === null || moderator?.userId == null || userId === moderator.userId) return null;
  return {
    me: userId,
    moderator: moderator.userId,
    known: knownTo(community, member, pick),
    gives: (who, { type, data }) => sendFrom(who === 'me' ? member : moderator, type, { ...data })?.settled ?? null,
    orders: ({ type, data }) =>
      order(community, userActor(userId), idOf(`order ${orders.length} of a scene`), type, data),
    async mustNot({ type, data }, code, after, permits) {
      const { restores } = server.disk;
      const id = idOf(`tried ${pick} ${after}`);
      const outcome = await dispatchUntilAnswered(community, userActor(userId), { id, type, data });
      const isPermitted = server.disk.events.backup().events.some(({ stream, type, position }) => {
        return stream === permits.stream && type === permits.type && position > after;
      });
      const given = { commandId: effectiveCommandId(userId, id), outcome };
      // A backup that was put back may not know what forbids it.
      if (!isPermitted && server.disk.restores === restores) mistakes.push({ given, code });
    },
    logsIn: () => logIn(community, member),
    soon: () => new Promise<void>((resolve) => void time.after(MEETING_MS * random(), resolve)),
    waits: (milliseconds) => new Promise<void>((resolve) => void time.after(milliseconds, resolve)),
    cashier: server.provider,
    asks: (ask) => askOnce(server.drawProcess(), ({ edge }) => ask(edge)),
    async comesBackAfter(milliseconds) {
      server.clocks.skip(milliseconds);
      await server.start();
    },
  };
}
