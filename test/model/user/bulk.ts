import type { DomainEvent } from '#domain/kernel/event.ts';
import { newId } from '#domain/kernel/ids.ts';

/** Events of a user who signed up, confirmed the address, is a member and has picture and bio. */
export function arrival(commandId: string, index: number, campus: string) {
  const userId = newId(commandId, 0);
  const email = `person.${index}@ou.edu`;
  const picture = { kind: 'image', name: 'face.webp', width: 4, height: 4 };
  const events: readonly DomainEvent[] = [
    {
      type: 'UserRegistered',
      data: { userId, campus, email, username: `person${index}`, firstName: 'Ada', lastName: 'L.' },
    },
    { type: 'EmailConfirmed', data: { userId, codeId: newId(commandId, 1) } },
    { type: 'SchoolVerified', data: { userId, campus, previousCampus: null, schoolEmail: email } },
    { type: 'ProfilePictureChanged', data: { userId, picture } },
    { type: 'BioChanged', data: { userId, bio: 'I sell what I no longer need.' } },
  ];
  return { userId, stream: `user-${userId}`, events };
}
