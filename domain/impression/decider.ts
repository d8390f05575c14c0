import { isOver } from '../ad/face.ts';
import type { Ad } from '../ad/state.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import { ACTIONS, type Action } from './actions.ts';
import { type ImpressionCommandNamed, type ImpressionContext, impressionCommands } from './commands.ts';
import type { ImpressionEvent, SeenSession } from './events.ts';
import { SESSION_DIGITS, VIEWER_DIGITS } from './limits.ts';

/** A batch, which is there or is not. */
export type ImpressionState = Counted;

type Asked = ImpressionCommandNamed<'CountActions'>['data'];

/** Only what is shown because it is paid for counts (ANLT-09): an ad that does not run has no viewers. */
function runs(ad: Ad | undefined, now: string): ad is Ad {
  return ad?.status === 'active' && !isOver(ad, now);
}

/** The sessions of a batch, each once, with hashes in the place of the viewers. The owner is none of them. */
function seenBy({ postId, sessions }: Asked, owner: string, hash: (value: string) => string): readonly SeenSession[] {
  const seen = new Map<string, { readonly viewer: string; readonly session: string; readonly actions: Set<Action> }>();
  for (const { viewer: by, session: of, actions } of sessions) {
    if (by.kind === 'account' && by.id === owner) continue;
    const viewer = hash(`impression:${postId}:${by.kind}:${by.id}`).slice(0, VIEWER_DIGITS);
    const session = hash(`impression session:${viewer}:${of}`).slice(0, SESSION_DIGITS);
    const known = seen.get(`${viewer} ${session}`) ?? { viewer, session, actions: new Set<Action>() };
    for (const action of actions) known.actions.add(action);
    seen.set(`${viewer} ${session}`, known);
  }
  return [...seen.values()].map((each) => ({ ...each, actions: ACTIONS.filter((action) => each.actions.has(action)) }));
}

function countActions(
  { eventCount }: ImpressionState,
  { id, data }: ImpressionCommandNamed<'CountActions'>,
  { actor, now, hash, facts: { ads, post } }: ImpressionContext<'CountActions'>,
): Decision<ImpressionEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const ad = ads.ads[data.adId];
  // The ad of a deleted post ends a moment later.
  if (eventCount > 0 || post.deleted || !runs(ad, now)) return accept();
  const { adId, postId, campus, author } = ad.place;
  const sessions = [...seenBy(data, author, hash)];
  if (sessions.length === 0) return accept();
  const batch = { batchId: newId(id, 0), adId, postId, campus, author, sessions };
  return accept<ImpressionEvent>({ type: 'ActionsCounted', data: batch });
}

/** The rules of what counts. */
export const impressionDecider = defineDecider(impressionCommands, {
  initial: { eventCount: 0 },
  evolve: (state: ImpressionState, _event: ImpressionEvent) => state,
  decide: { CountActions: countActions },
  closing: [],
});
