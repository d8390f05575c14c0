import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { personal } from '#domain/kernel/personal.ts';
import { eventDefinitions } from '#domain/registry.ts';
import { saveKey } from '#projections/post/collections.ts';
import {
  below,
  createLogBuilder,
  creation,
  deletion,
  id,
  type LogBuilder,
  type Place,
  registration,
  saving,
  text,
  topLevel,
  verification,
} from './events.ts';

/** In every personal field of a person: looked for after the erasure. */
export function canary(name: string): string {
  return `canary-of-${name}.`;
}

/** One step of a history: what happens, and two numbers that pick among what is there. */
const stepArbitrary = fc.record({
  act: fc.constantFrom(
    ...([
      'person',
      'verify',
      'bio',
      'picture',
      'code',
      'post',
      'post',
      'banner',
      'comment',
      'comment',
      'comment',
    ] as const),
    ...([
      'comment',
      'edit',
      'delete',
      'delete',
      'cascade',
      'resist',
      'save',
      'save',
      'unsave',
      'erase',
      'note',
    ] as const),
  ),
  who: fc.nat(1_000),
  what: fc.nat(1_000),
});
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** Histories of people, posts, nested comments, deletions, saves and erasures, as the streams could have made them. */
export const historyArbitrary: fc.Arbitrary<readonly RecordedEvent[]> = fc
  .array(stepArbitrary, { minLength: 1, maxLength: 120, size: 'max' })
  .map(historyOf);

interface World {
  readonly log: LogBuilder;
  readonly people: { readonly name: string; memberOf: string | null; erased: boolean }[];
  readonly posts: { readonly place: Place; readonly author: string; deleted: boolean }[];
  readonly saved: Set<string>;
}

type Act = (world: World, who: World['people'][number], post: World['posts'][number] | undefined, what: number) => void;

/**
 * What each step appends. Every stream keeps to its own rules; rules that look at other streams are broken now and
 * then, as facts may be outrun by a moment: a comment below what is deleted, a post of one who is erased.
 */
const ACTS: Readonly<Record<Step['act'], Act>> = {
  person: () => undefined,
  verify({ log }, who, _post, what) {
    if (who.erased) return;
    const campus = what % 3 === 0 ? 'ut' : 'ou';
    log.add('SchoolVerified', verification(who.name, campus, who.memberOf));
    who.memberOf = campus;
  },
  bio({ log }, who) {
    if (!who.erased) log.add('BioChanged', { userId: id(who.name), bio: personal(canary(who.name)) });
  },
  picture({ log }, who) {
    const picture = personal({ kind: 'image', name: `${who.name}.jpg`, width: 10, height: 10 });
    if (!who.erased) log.add('ProfilePictureChanged', { userId: id(who.name), picture });
  },
  code({ log }, who, _post, what) {
    if (who.erased) return;
    const code = { userId: id(who.name), codeId: id(`code ${what}`), purpose: 'confirm-email' };
    log.add('CodeRequested', { ...code, email: personal(canary(who.name)), campus: 'ou' });
    if (what % 2 === 0) log.add(what % 4 === 0 ? 'CodeSent' : 'CodeNotSent', code);
    if (what % 3 === 0) log.add('EmailConfirmed', { userId: code.userId, codeId: code.codeId });
  },
  post: (world, who, _post, what) =>
    write(world, topLevel(`p${world.posts.length}`, who.name, campusOf(what)), who.name),
  banner(world, who, _post, what) {
    const change = { ...campusOf(what), kind: 'new user' as const };
    write(world, topLevel(`p${world.posts.length}`, who.name, change), who.name);
  },
  comment(world, who, post) {
    if (post !== undefined) write(world, below(post.place, `p${world.posts.length}`, who.name), who.name);
  },
  edit({ log }, _who, post) {
    if (post === undefined || post.deleted) return;
    const words = text(`${canary(post.author)} again`);
    log.add('PostEdited', { ...post.place, text: words, media: personal([]), imageCount: 0 });
  },
  delete({ log }, _who, post) {
    if (post === undefined || post.deleted) return;
    post.deleted = true;
    log.add('PostDeleted', deletion(post.place));
  },
  cascade({ log, posts }) {
    const isRootGone = ({ root }: Place) => posts.some(({ place, deleted }) => deleted && place.postId === root);
    const next = posts.find(({ place, deleted }) => !deleted && place.parent !== null && isRootGone(place));
    if (next === undefined) return;
    next.deleted = true;
    log.add('PostDeleted', deletion(next.place, 'cascade'));
  },
  resist({ log }, _who, post) {
    if (post?.deleted === true) log.add('PostImagesNotDeleted', post.place);
  },
  save({ log, saved }, who, post) {
    if (post === undefined || post.place.parent !== null || saved.has(saveKey(post.place.postId, id(who.name)))) return;
    saved.add(saveKey(post.place.postId, id(who.name)));
    log.add('PostSaved', saving(post.place, who.name));
  },
  unsave({ log, saved }, who, post) {
    if (post === undefined || !saved.delete(saveKey(post.place.postId, id(who.name)))) return;
    log.add('PostUnsaved', saving(post.place, who.name));
  },
  erase({ log }, who, _post, what) {
    if (who.erased || what % 3 !== 0) return;
    who.erased = true;
    log.add('SubjectErased', { userId: id(who.name), campus: who.memberOf });
  },
  note: ({ log }) => void log.add('Held', { stream: 'user-x', commandId: id('command') }),
};

function historyOf(steps: readonly Step[]): readonly RecordedEvent[] {
  const world: World = { log: createLogBuilder(), people: [], posts: [], saved: new Set() };
  for (const { act, who, what } of steps) {
    if (act === 'person' || world.people.length === 0) join(world);
    const person = world.people[who % world.people.length];
    if (person !== undefined) ACTS[act](world, person, world.posts[what % Math.max(1, world.posts.length)], what);
  }
  return world.log.events;
}

function join({ log, people }: World): void {
  const name = `person${people.length}`;
  const words = personal(canary(name));
  people.push({ name, memberOf: null, erased: false });
  log.add('UserRegistered', {
    ...registration(name),
    email: words,
    username: words,
    firstName: words,
    lastName: words,
  });
}

function write(world: World, place: Place, author: string): void {
  world.posts.push({ place, author, deleted: false });
  world.log.add('PostCreated', creation(place, canary(author)));
}

function campusOf(what: number): { readonly campus: string } {
  return { campus: what % 4 === 0 ? 'ut' : 'ou' };
}

/** The same log as it is read once the keys of erased people are destroyed: what was theirs is `null` everywhere. */
export function afterErasure(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const erased = new Set(
    events.filter(({ type }) => type === 'SubjectErased').map(({ data }) => (data as { userId: string }).userId),
  );
  return events.map((event) => {
    const definition = eventDefinitions[event.type];
    const data = event.data as Readonly<Record<string, unknown>>;
    if (definition === undefined || definition.subject === null || !erased.has(String(data[definition.subject]))) {
      return event;
    }
    return { ...event, data: { ...data, ...Object.fromEntries(definition.personal.map((field) => [field, null])) } };
  });
}

/** Names of the people whom a history erases. */
export function erasedNames(events: readonly RecordedEvent[]): readonly string[] {
  const erased = new Set(
    events.filter(({ type }) => type === 'SubjectErased').map(({ data }) => (data as { userId: string }).userId),
  );
  const count = events.filter(({ type }) => type === 'UserRegistered').length;
  return Array.from({ length: count }, (_, n) => `person${n}`).filter((name) => erased.has(id(name)));
}
