import { type Actor, actorId } from '#domain/kernel/actor.ts';
import { effectiveCommandId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import { userEvents } from '#domain/user/events.ts';
import type { Vault } from '#server/ports/vault.ts';
import { type Give, HOUSE, STORY_CAMPUS, StoryRefused } from './give.ts';
import type { StoryIds } from './ids.ts';
import type { Moment } from './timeline.ts';

/** Dependencies of joining. */
export interface JoinTools {
  readonly give: Give;
  readonly ids: StoryIds;
  readonly credentials: Pick<Vault['credentials'], 'put'>;
  readonly passwordHash: string;
}

/** From the sign-up to the finished profile: confirmed, member of the campus, welcomed, with picture and bio. */
export async function join(
  { give, ids, credentials, passwordHash }: JoinTools,
  { person, key, at }: Moment & { kind: 'join' },
  [picture]: readonly Media[],
): Promise<void> {
  const { email, name, bio, isModerator } = person;
  const visitor: Actor = { kind: 'visitor' };
  const userId = ids.user(person.key);
  const user: Actor = { kind: 'user', userId };

  // Vault first, log second, as in registration proper.
  const commandId = effectiveCommandId(actorId(visitor), ids.command(key));
  // It exists already if the story was interrupted.
  await credentials.put(userId, passwordHash, commandId, at.toISOString(), null);
  const { events } = await give(visitor, key, 'RegisterUser', { email, name, acceptedTerms: true });
  const requested = events.find((event) => event.type === userEvents.CodeRequested.type);
  if (requested === undefined) throw new StoryRefused('RegisterUser', key, 'no code was requested');
  const { codeId } = requested.data as { readonly codeId: string };

  await give(HOUSE, `${key}:sent`, 'RecordCodeSent', { userId, codeId, purpose: 'confirm-email' });
  await give(user, `${key}:confirm`, 'ConfirmEmail', { codeId });
  await give(user, `${key}:school`, 'JoinWithConfirmedEmail', { campus: STORY_CAMPUS, email });
  await give(HOUSE, `${key}:welcome`, 'WelcomeMember', { userId, campus: STORY_CAMPUS });
  await give(user, `${key}:picture`, 'ChangeProfilePicture', { picture });
  await give(user, `${key}:bio`, 'ChangeBio', { bio });
  if (isModerator === true) await give(HOUSE, `${key}:moderator`, 'AppointModerator', { userId });
}
