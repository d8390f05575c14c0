import type { Denial, Viewer } from '../kernel/access.ts';
import { actingViewer } from '../kernel/acting.ts';
import { assertNever } from '../kernel/assertNever.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import { refuseUnlessStanding } from '../user/face.ts';
import { analyticsAccess } from './access.ts';
import { type AnalyticsCommandNamed, type AnalyticsContext, analyticsCommands } from './commands.ts';
import type { AnalyticsEvent } from './events.ts';

/** Whether an account is left out of the statistics. */
export interface AnalyticsState extends Counted {
  readonly isOptedOut: boolean;
}

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

function evolve(state: AnalyticsState, event: AnalyticsEvent): AnalyticsState {
  switch (event.type) {
    case 'AnalyticsOptedOut':
      return { ...state, isOptedOut: true };
    case 'AnalyticsOptedIn':
      return { ...state, isOptedOut: false };
    default:
      return assertNever(event);
  }
}

/** The rules of who counts. */
export const analyticsDecider = defineDecider(analyticsCommands, {
  initial: { isOptedOut: false, eventCount: 0 },
  evolve,
  decide: { OptOutOfAnalytics: optOut, OptIntoAnalytics: optIn },
  closing: ['OptOutOfAnalytics'],
});
