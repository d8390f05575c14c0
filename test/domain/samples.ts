import { newId } from '#domain/kernel/ids.ts';
import { personal } from '#domain/kernel/personal.ts';
import { postDecider } from '#domain/post/decider.ts';
import type { PostEvent } from '#domain/post/events.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import type { PostState } from '#domain/post/state.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import type { UserState } from '#domain/user/state.ts';
import { id, photo } from '#test/projections/support/events.ts';
import { stateAfter } from './given.ts';

export { id, photo };

export const ada = id('ada');
export const bob = id('bob');
/** Id of the code that the registration of `ada` asks for. */
export const adasCode = newId(id('register ada'), 1);

export function registered(userId = ada, email = 'ada@ou.edu'): UserEvent {
  return {
    type: 'UserRegistered',
    data: {
      userId,
      campus: 'ou',
      email: personal(email),
      username: personal('adalovelace'),
      firstName: personal('Ada'),
      lastName: personal('L.'),
    },
  };
}

/** Another address in the place of one that is not confirmed. */
export function corrected(email: string, userId = ada): UserEvent {
  return { type: 'UnconfirmedEmailChanged', data: { userId, email: personal(email) } };
}

export function confirmed(userId = ada): UserEvent {
  return { type: 'EmailConfirmed', data: { userId, codeId: adasCode } };
}

export function joined(userId = ada, campus = 'ou', schoolEmail = 'ada@ou.edu'): UserEvent {
  return {
    type: 'SchoolVerified',
    data: { userId, campus, previousCampus: null, schoolEmail: personal(schoolEmail) },
  };
}

export function pictured(userId = ada): UserEvent {
  return { type: 'ProfilePictureChanged', data: { userId, picture: personal(photo('face')) } };
}

export function described(userId = ada): UserEvent {
  return { type: 'BioChanged', data: { userId, bio: personal('Selling my desk.') } };
}

export function erased(userId = ada): UserEvent {
  return { type: 'SubjectErased', data: { userId, campus: 'ou' } };
}

/** The state of a user after these events. */
export function userAfter(...history: readonly UserEvent[]): UserState {
  return stateAfter(userDecider, history);
}

/** A user with all rights on a campus. */
export function member(userId = ada, campus = 'ou'): UserState {
  return userAfter(registered(userId), confirmed(userId), joined(userId, campus), pictured(userId), described(userId));
}

export const desk = id('desk');

type Created = Extract<PostEvent, { type: 'PostCreated' }>;

/** A top-level post by `ada` on `ou`. */
export function posted(change: Partial<Created['data']> = {}): Created {
  return {
    type: 'PostCreated',
    data: {
      postId: desk,
      kind: 'post',
      campus: 'ou',
      author: ada,
      root: desk,
      parent: null,
      ancestors: [],
      text: personal(richTextOf('Oak desk, $40')),
      media: personal([]),
      imageCount: 0,
      category: 'furniture',
      price: null,
      condition: null,
      parentAuthor: null,
      ...change,
    },
  };
}

/** A comment by `bob` below the desk. */
export function commented(name: string, ancestors: readonly string[] = [desk]): Created {
  return posted({
    postId: id(name),
    author: bob,
    parent: ancestors.at(-1) ?? desk,
    ancestors: [...ancestors],
    parentAuthor: ada,
    text: personal(richTextOf('Still there?')),
    category: 'all',
  });
}

/** The event that deletes a created post or comment. */
export function deleted(created: Created, cause: 'author' | 'cascade' = 'author'): PostEvent {
  const { postId, kind, campus, author, root, parent, ancestors } = created.data;
  return { type: 'PostDeleted', data: { postId, kind, campus, author, root, parent, ancestors, cause, reason: null } };
}

/** The state of a post after these events. */
export function postAfter(...history: readonly PostEvent[]): PostState {
  return stateAfter(postDecider, history);
}

/** The facts that the commands of ads ask for: Ada's desk stands, and nothing keeps her from pausing. */
export const adFacts = {
  ...{ user: userAfter(registered(ada), confirmed(ada)), post: postAfter(posted()) },
  ...{ ban: null, deletion: null, owner: null },
};
