import { expect } from '@jest/globals';
import type { Actor } from '#domain/kernel/decider.ts';
import { CODE_RESEND_SECONDS, CODES_PER_HOUR, POST_MAX_FILES, TEXT_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { secondsBetween } from '#domain/kernel/time.ts';
import type { PostEvent } from '#domain/post/events.ts';
import { isBlank, normaliseRichText, richTextLength } from '#domain/post/normalise.ts';
import type { SaveEvent } from '#domain/save/events.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { isSchoolEmail } from '#domain/user/schoolEmail.ts';
import { isStanding } from '#domain/user/state.ts';
import type { Happened, World } from './world.ts';

type Created = Extract<PostEvent, { type: 'PostCreated' }>['data'];

/** What the log has said so far, kept by the plainest code: the second opinion on the deciders. */
interface Ledger {
  readonly confirmed: Set<string>;
  readonly memberOf: Map<string, string>;
  readonly erased: Set<string>;
  readonly codes: Map<string, { readonly at: string; readonly purpose: string; failed: boolean; codeId: string }[]>;
  readonly posts: Map<string, Created & { deleted: boolean }>;
  readonly saved: Set<string>;
}

/** Reads a whole log and checks every event against what came before it. */
export function expectLawfulLog(log: readonly Happened[]): void {
  const ledger: Ledger = {
    confirmed: new Set(),
    memberOf: new Map(),
    erased: new Set(),
    codes: new Map(),
    posts: new Map(),
    saved: new Set(),
  };
  for (const { stream, event, at, actor } of log) {
    const [category] = stream.split('-');
    if (category === 'user') checkUserEvent(ledger, event as UserEvent, at);
    if (category === 'post') checkPostEvent(ledger, event as PostEvent);
    if (category === 'save') checkSaveEvent(ledger, event as SaveEvent, actor);
  }
}

function checkUserEvent(ledger: Ledger, event: UserEvent, at: string): void {
  const { userId } = event.data;
  expect(ledger.erased.has(userId)).toBe(false);
  const codes = ledger.codes.get(userId) ?? [];
  switch (event.type) {
    case 'UserRegistered':
      expect(ledger.codes.has(userId)).toBe(false);
      ledger.codes.set(userId, []);
      return;
    case 'CodeRequested': {
      const counted = codes.filter((code) => !code.failed);
      const last = counted.findLast((code) => code.purpose === event.data.purpose);
      if (last !== undefined) expect(secondsBetween(last.at, at)).toBeGreaterThanOrEqual(CODE_RESEND_SECONDS);
      expect(counted.filter((code) => secondsBetween(code.at, at) < 3_600).length).toBeLessThan(CODES_PER_HOUR);
      codes.push({ at, purpose: event.data.purpose, failed: false, codeId: event.data.codeId });
      return;
    }
    case 'CodeNotSent':
    case 'CodeSent':
      for (const code of codes) if (code.codeId === event.data.codeId) code.failed = event.type === 'CodeNotSent';
      return;
    case 'EmailConfirmed':
      expect(ledger.confirmed.has(userId)).toBe(false);
      ledger.confirmed.add(userId);
      return;
    case 'SchoolVerified':
      expect(ledger.confirmed.has(userId)).toBe(true);
      expect(event.data.previousCampus).toBe(ledger.memberOf.get(userId) ?? null);
      expect(isSchoolEmail(event.data.campus, reveal(event.data.schoolEmail) ?? '')).toBe(true);
      ledger.memberOf.set(userId, event.data.campus);
      return;
    case 'SubjectErased':
      expect(event.data.campus).toBe(ledger.memberOf.get(userId) ?? null);
      ledger.memberOf.delete(userId);
      ledger.erased.add(userId);
      return;
    default:
      expect(ledger.confirmed.has(userId)).toBe(true);
  }
}

function checkPostEvent(ledger: Ledger, event: PostEvent): void {
  const { postId, campus, author } = event.data;
  const before = ledger.posts.get(postId);
  if (event.type === 'PostDeleted') {
    expect(before?.deleted).toBe(false);
    if (before !== undefined) before.deleted = true;
    if (event.data.cause === 'cascade') expect(ledger.posts.get(event.data.root)?.deleted).toBe(true);
    return;
  }
  if (event.type === 'PostImagesNotDeleted') {
    expect(before?.deleted).toBe(true);
    return;
  }
  expect(ledger.memberOf.get(author)).toBe(campus);
  checkContent(event);
  if (event.type === 'PostEdited') {
    expect(before).toMatchObject({ deleted: false, kind: 'post', author, campus });
    return;
  }
  expect(before).toBeUndefined();
  checkPlace(ledger, event.data);
  ledger.posts.set(postId, { ...event.data, deleted: false });
}

function checkContent({ data }: Extract<PostEvent, { type: 'PostCreated' | 'PostEdited' }>): void {
  const text = reveal(data.text) ?? [];
  const media = reveal(data.media) ?? [];
  expect(normaliseRichText(text)).toStrictEqual(text);
  expect(richTextLength(text)).toBeLessThanOrEqual(TEXT_MAX_CHARACTERS);
  expect(media.length).toBeLessThanOrEqual(POST_MAX_FILES);
  expect(new Set(media.map((file) => file.name)).size).toBe(media.length);
  expect(data.imageCount).toBe(media.length);
  if (data.kind === 'post') expect(isBlank(text) && media.length === 0).toBe(false);
}

function checkPlace(ledger: Ledger, created: Created): void {
  if (created.parent === null) {
    expect(created).toMatchObject({ root: created.postId, ancestors: [], parentAuthor: null });
    return;
  }
  const root = ledger.posts.get(created.root);
  const parent = ledger.posts.get(created.parent);
  expect(root).toMatchObject({ parent: null, deleted: false, kind: 'post', campus: created.campus });
  expect(parent).toMatchObject({ root: created.root, deleted: false, author: created.parentAuthor });
  expect(created.ancestors).toEqual([...(parent?.ancestors ?? []), created.parent]);
}

function checkSaveEvent(ledger: Ledger, { type, data }: SaveEvent, actor: Actor): void {
  const key = `${data.postId}-${data.userId}`;
  expect(ledger.saved.has(key)).toBe(type === 'PostUnsaved');
  expect(ledger.confirmed.has(data.userId)).toBe(true);
  const { campus, author } = data;
  // Only we end the saves of a post that is deleted, and only those.
  const deleted = type === 'PostUnsaved' && actor.kind === 'system';
  expect(ledger.posts.get(data.postId)).toMatchObject({ kind: 'post', parent: null, deleted, campus, author });
  if (type === 'PostSaved') ledger.saved.add(key);
  else ledger.saved.delete(key);
}

/** No two people own the same address, user name or school address. */
export function expectUniqueOwners(world: World): void {
  const people = world
    .ids('user')
    .map((id) => world.user(id))
    .filter(isStanding);
  for (const field of ['email', 'username', 'schoolEmail'] as const) {
    const values = people.map((person) => person[field]).filter((value) => value !== null);
    expect(new Set(values).size).toBe(values.length);
  }
}
