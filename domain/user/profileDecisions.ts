import { accept, type DecideContext, type Decision, refuse } from '../kernel/decider.ts';
import type { Media } from '../kernel/media.ts';
import { personal } from '../kernel/personal.ts';
import { rejection } from '../kernel/rejection.ts';
import { refuseGate, refuseUnlessConfirmed } from './acting.ts';
import { checkBio, normaliseBio } from './bio.ts';
import type { UserEvent } from './events.ts';
import type { UserFacts } from './facts.ts';
import { isStanding, type UserState } from './state.ts';

type Context = DecideContext<UserFacts>;

/** A new profile picture; size and kind are those of the upload (PROF-23, PROF-28). */
export function changePicture(user: UserState, picture: Media, context: Context): Decision<UserEvent> {
  const refused = refuseUnlessConfirmed(context.actor, user);
  if (refused !== null) return refused;
  if (user.picture === picture.name) return accept();
  const { uploads } = context.facts;
  const upload = Object.hasOwn(uploads, picture.name) ? uploads[picture.name] : undefined;
  if (upload === undefined) return refuse(rejection('FILE_MISSING'));
  if (upload.kind !== 'image') return refuse(rejection('PHOTO_TYPE'));
  if (!isStanding(user)) return refuseGate('SIGNED_OUT');
  return accept<UserEvent>({
    type: 'ProfilePictureChanged',
    data: { userId: user.userId, picture: personal(upload) },
  });
}

/** A new bio (PROF-16). */
export function changeBio(user: UserState, typed: string, context: Context): Decision<UserEvent> {
  const refused = refuseUnlessConfirmed(context.actor, user);
  if (refused !== null) return refused;
  const wrong = checkBio(typed);
  if (wrong !== null) return refuse(wrong);
  const bio = normaliseBio(typed);
  if (bio === user.bio) return accept();
  if (!isStanding(user)) return refuseGate('SIGNED_OUT');
  return accept<UserEvent>({ type: 'BioChanged', data: { userId: user.userId, bio: personal(bio) } });
}
