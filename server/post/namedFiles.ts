import type { EventOf, RecordedEvent } from '#domain/kernel/event.ts';
import { reveal } from '#domain/kernel/personal.ts';
import type { postEvents } from '#domain/post/events.ts';
import type { userEvents } from '#domain/user/events.ts';

type AnyEvent = EventOf<typeof postEvents> | EventOf<typeof userEvents>;

/** Names of the files that a post's or user's stream names after the given events. */
export function namedFiles(events: readonly RecordedEvent[]): ReadonlySet<string> {
  let names: readonly string[] = [];
  for (const event of events as readonly RecordedEvent<AnyEvent>[]) names = namesAfter(event) ?? names;
  return new Set(names);
}

/** Names after one event; `null`: it says nothing about files. */
function namesAfter(event: Pick<AnyEvent, 'type' | 'data'>): readonly string[] | null {
  const { type, data } = event as AnyEvent;
  switch (type) {
    case 'PostCreated':
    case 'PostEdited':
      return (reveal(data.media) ?? []).map(({ name }) => name);
    case 'ProfilePictureChanged': {
      const picture = reveal(data.picture);
      return picture === null ? [] : [picture.name];
    }
    case 'PostDeleted':
    case 'SubjectErased':
      return [];
    default:
      return null;
  }
}
