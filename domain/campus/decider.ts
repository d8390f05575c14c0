import { actingViewer } from '../kernel/acting.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { campusAccess } from './access.ts';
import { type CampusCommandNamed, type CampusContext, campusCommands } from './commands.ts';
import type { CampusEvent } from './events.ts';
import { findCampus, GENERIC_CAMPUS } from './registry.ts';
import { campusRejection } from './rejection.ts';
import { type CampusState, initialCampus } from './state.ts';

/** The generic site has no members of its own, so it stays open: closed, it would be closed to everyone. */
function changePrivacy(
  { privacy: before }: CampusState,
  { data: { campus, privacy } }: CampusCommandNamed<'ChangeCampusPrivacy'>,
  { actor, facts: { user } }: CampusContext<'ChangeCampusPrivacy'>,
): Decision<CampusEvent> {
  const denied = actor.kind === 'system' ? null : campusAccess.mayDo.ChangeCampusPrivacy(actingViewer(actor, user));
  if (denied !== null) return refuse(denied);
  if (findCampus(campus) === undefined) return refuse(campusRejection('CAMPUS_UNKNOWN'));
  if (campus === GENERIC_CAMPUS) return refuse(campusRejection('CAMPUS_GENERIC'));
  if (privacy === before) return accept();
  return accept<CampusEvent>({ type: 'CampusPrivacyChanged', data: { campus, privacy } });
}

/** The rules of campuses. */
export const campusDecider = defineDecider(campusCommands, {
  initial: initialCampus,
  decide: { ChangeCampusPrivacy: changePrivacy },
  evolve: (state, event: CampusEvent): CampusState => ({ ...state, privacy: event.data.privacy }),
  closing: [],
});
