import { actingViewer } from '../kernel/acting.ts';
import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import { userAccess } from './access.ts';
import { checkBio, normaliseBio } from './bio.ts';
import type { UserCommandNamed, UserContext } from './commands.ts';
import type { UserEvent } from './events.ts';
import { checkGraduationYear } from './graduation.ts';
import { parseNameParts } from './name.ts';
import { userRejection } from './rejection.ts';
import { isStanding, type UserState } from './state.ts';
import { checkUsername, normaliseUsername } from './username.ts';

/** A new profile picture; size and kind are those of the upload (PROF-23, PROF-28). */
export function changePicture(
  user: UserState,
  { data: { picture } }: UserCommandNamed<'ChangeProfilePicture'>,
  { actor, facts: { uploads } }: UserContext<'ChangeProfilePicture'>,
): Decision<UserEvent> {
  const denied = userAccess.mayDo.ChangeProfilePicture(actingViewer(actor, user));
  if (denied !== null) return refuse(denied);
  if (user.picture === picture.name) return accept();
  const upload = Object.hasOwn(uploads, picture.name) ? uploads[picture.name] : undefined;
  if (upload === undefined) return refuse(kernelRejection('FILE_MISSING'));
  if (upload.kind !== 'image') return refuse(kernelRejection('PHOTO_TYPE'));
  if (!isStanding(user)) return refuse(kernelRejection('SIGNED_OUT'));
  return accept<UserEvent>({
    type: 'ProfilePictureChanged',
    data: { userId: user.userId, picture: personal(upload) },
  });
}

/** A new user name, which no other user has (SETT-06). The name before is free for others from now on. */
export function changeUsername(
  user: UserState,
  { data }: UserCommandNamed<'ChangeUsername'>,
  { actor, facts: { claimed } }: UserContext<'ChangeUsername'>,
): Decision<UserEvent> {
  const denied = userAccess.mayDo.ChangeUsername(actingViewer(actor, user)) ?? checkUsername(data.username);
  if (denied !== null) return refuse(denied);
  const username = normaliseUsername(data.username);
  if (username === user.username) return accept();
  if (!isStanding(user) || claimed.username !== username) return refuse(userRejection('USERNAME_TAKEN'));
  return accept<UserEvent>({ type: 'UsernameChanged', data: { userId: user.userId, username: personal(username) } });
}

/** A new name, as typed (PROF-22, Q09). */
export function changeName(
  user: UserState,
  { data }: UserCommandNamed<'ChangeName'>,
  { actor }: UserContext<'ChangeName'>,
): Decision<UserEvent> {
  const denied = userAccess.mayDo.ChangeName(actingViewer(actor, user));
  if (denied !== null) return refuse(denied);
  const parsed = parseNameParts(data);
  if (!parsed.ok) return refuse(parsed.rejection);
  const { first, last } = parsed.name;
  if (first === user.firstName && last === user.lastName) return accept();
  if (!isStanding(user)) return refuse(kernelRejection('SIGNED_OUT'));
  return accept<UserEvent>({
    type: 'NameChanged',
    data: { userId: user.userId, firstName: personal(first), lastName: personal(last) },
  });
}

/** A new graduation year (Q80). */
export function changeGraduationYear(
  user: UserState,
  { data: { year } }: UserCommandNamed<'ChangeGraduationYear'>,
  { actor, now }: UserContext<'ChangeGraduationYear'>,
): Decision<UserEvent> {
  const denied = userAccess.mayDo.ChangeGraduationYear(actingViewer(actor, user));
  if (denied !== null) return refuse(denied);
  const wrong = checkGraduationYear(year, now);
  if (wrong !== null) return refuse(wrong);
  if (year === user.graduationYear) return accept();
  if (!isStanding(user)) return refuse(kernelRejection('SIGNED_OUT'));
  return accept<UserEvent>({ type: 'GraduationYearChanged', data: { userId: user.userId, year: personal(year) } });
}

/** No graduation year any more (Q80). */
export function removeGraduationYear(
  user: UserState,
  _command: UserCommandNamed<'RemoveGraduationYear'>,
  { actor }: UserContext<'RemoveGraduationYear'>,
): Decision<UserEvent> {
  const denied = userAccess.mayDo.RemoveGraduationYear(actingViewer(actor, user));
  if (denied !== null) return refuse(denied);
  if (user.graduationYear === null) return accept();
  if (!isStanding(user)) return refuse(kernelRejection('SIGNED_OUT'));
  return accept<UserEvent>({ type: 'GraduationYearRemoved', data: { userId: user.userId } });
}

/** A new bio (PROF-16). */
export function changeBio(
  user: UserState,
  { data }: UserCommandNamed<'ChangeBio'>,
  { actor }: UserContext<'ChangeBio'>,
): Decision<UserEvent> {
  const denied = userAccess.mayDo.ChangeBio(actingViewer(actor, user));
  if (denied !== null) return refuse(denied);
  const wrong = checkBio(data.bio);
  if (wrong !== null) return refuse(wrong);
  const bio = normaliseBio(data.bio);
  if (bio === user.bio) return accept();
  if (!isStanding(user)) return refuse(kernelRejection('SIGNED_OUT'));
  return accept<UserEvent>({ type: 'BioChanged', data: { userId: user.userId, bio: personal(bio) } });
}
