import { findCampus } from '../campus/face.ts';
import type { Denial, Viewer } from '../kernel/access.ts';
import { actingViewer } from '../kernel/acting.ts';
import { assertNever } from '../kernel/assertNever.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { refuseUnlessStanding } from '../user/face.ts';
import { isStanding } from '../user/state.ts';
import { analyticsAccess } from './access.ts';
import { type AnalyticsCommandNamed, type AnalyticsContext, analyticsCommands } from './commands.ts';
import type { AnalyticsEvent } from './events.ts';
import type { AnalyticsState } from './state.ts';

type Choice = 'OptOutOfAnalytics' | 'OptIntoAnalytics';
type Chosen = { readonly ok: true; readonly by: string } | { readonly ok: false; readonly refused: Decision<never> };

/** The moderator who makes the choice about an account that is there. */
function chosenBy(
  { actor, facts: { moderator, person } }: AnalyticsContext<Choice>,
  mayDo: (viewer: Viewer) => Denial,
): Chosen {
  const viewer = actingViewer(actor, moderator);
  const denied = mayDo(viewer);
  if (denied !== null || viewer.userId === null) {
    return { ok: false, refused: refuse(denied ?? kernelRejection('SIGNED_OUT')) };
  }
  const refused = refuseUnlessStanding(person);
  return refused === null ? { ok: true, by: viewer.userId } : { ok: false, refused };
}

/** A moderator names an account internal: what it does is no sign of how the product is used (GUARD-12). */
function optOut(
  { isOptedOut }: AnalyticsState,
  { data: { userId } }: AnalyticsCommandNamed<'OptOutOfAnalytics'>,
  context: AnalyticsContext<'OptOutOfAnalytics'>,
): Decision<AnalyticsEvent> {
  const chosen = chosenBy(context, analyticsAccess.mayDo.OptOutOfAnalytics);
  if (!chosen.ok) return chosen.refused;
  if (isOptedOut) return accept();
  return accept<AnalyticsEvent>({ type: 'AnalyticsOptedOut', data: { userId, by: chosen.by } });
}

function optIn(
  { isOptedOut }: AnalyticsState,
  { data: { userId } }: AnalyticsCommandNamed<'OptIntoAnalytics'>,
  context: AnalyticsContext<'OptIntoAnalytics'>,
): Decision<AnalyticsEvent> {
  const chosen = chosenBy(context, analyticsAccess.mayDo.OptIntoAnalytics);
  if (!chosen.ok) return chosen.refused;
  if (!isOptedOut) return accept();
  return accept<AnalyticsEvent>({ type: 'AnalyticsOptedIn', data: { userId, by: chosen.by } });
}

/** A log-in counts once, where the campus counts and for whom counts (ANLT-07, Q69). */
function countLogin(
  { eventCount }: AnalyticsState,
  { id, data: { userId, campus } }: AnalyticsCommandNamed<'CountLogin'>,
  { actor, facts: { person, part } }: AnalyticsContext<'CountLogin'>,
): Decision<AnalyticsEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const counts = findCampus(campus)?.isCounted === true && !part.isOptedOut && isStanding(person);
  if (eventCount > 0 || !counts) return accept();
  return accept<AnalyticsEvent>({ type: 'LoginCounted', data: { loginId: newId(id, 0), userId, campus } });
}

function evolve(state: AnalyticsState, event: AnalyticsEvent): AnalyticsState {
  switch (event.type) {
    case 'AnalyticsOptedOut':
      return { ...state, isOptedOut: true };
    case 'AnalyticsOptedIn':
      return { ...state, isOptedOut: false };
    case 'LoginCounted':
      return state;
    default:
      return assertNever(event);
  }
}

/** The rules of who counts. */
export const analyticsDecider = defineDecider(analyticsCommands, {
  initial: { isOptedOut: false, eventCount: 0 },
  evolve,
  decide: { OptOutOfAnalytics: optOut, OptIntoAnalytics: optIn, CountLogin: countLogin },
  closing: ['OptOutOfAnalytics'],
});
