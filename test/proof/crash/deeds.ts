import { randomUUID } from 'node:crypto';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { TEXT_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { postFolder } from '#domain/post/commands.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import { refId } from '#projections/kernel/collection.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { pick, type Random } from '#scripts/demo/random.ts';
import type { Answer } from './journal.ts';
import { give, giveByPage, type Person, upload } from './person.ts';
import { forkRandom, type Town, type Written } from './town.ts';

/** Something that a person does now and then, with draws of its own. */
type Deed = (town: Town, person: Person, random: Random) => Promise<unknown>;

/** Topics that a page follows beside the feed, at most. */
const FOLLOWED_MAX = 4;
const FILES_MAX = 3;

/** Share of the commands that go by the page's socket and outbox; the others go over HTTP. */
const PAGE_SHARE = 0.35;

/** What people do, with how often. */
const DEEDS: readonly (readonly [share: number, deed: Deed])[] = [
  [20, (town, person, random) => write(town, person, random, { below: null, files: 0 })],
  [
    10,
    (town, person, random) => write(town, person, random, { below: null, files: 1 + Math.floor(random() * FILES_MAX) }),
  ],
  [20, (town, person, random) => write(town, person, random, { below: someRoot(town, random), files: 0 })],
  [4, (town, person, random) => write(town, person, random, { below: someRoot(town, random), files: 1 })],
  [20, save],
  [8, edit],
  [6, remove],
  [5, mistake],
  [7, look],
];
const ALL_SHARES = DEEDS.reduce((sum, [share]) => sum + share, 0);

/** Does one thing, chosen at random. */
export async function doSomething(town: Town, person: Person): Promise<void> {
  const random = forkRandom(person.random);
  let left = random() * ALL_SHARES;
  for (const [share, deed] of DEEDS) {
    left -= share;
    if (left < 0) return void (await deed(town, person, random));
  }
}

/** Words that nobody else has written: whatever shows them twice was done twice. */
function newWords(): string {
  return `Written once: ${randomUUID()}`;
}

function someRoot(town: Town, random: Random): Written | null {
  const roots = town.written.filter(({ id, root }) => id === root);
  return roots.length === 0 ? null : pick(random, roots);
}

/** Writes a post, or a comment below one, or below one of its comments. */
async function write(
  town: Town,
  person: Person,
  random: Random,
  { below, files }: { readonly below: Written | null; readonly files: number },
): Promise<void> {
  const id = randomUUID();
  const writtenId = newId(effectiveCommandId(person.userId, id), 0);
  const content = { text: richTextOf(newWords()), media: [] };
  const siblings = town.written.filter(({ root }) => root === below?.id);
  const data =
    below === null
      ? { ...content, category: 'all' }
      : { ...content, root: below.id, parent: pick(random, siblings).id };
  const type = below === null ? 'CreatePost' : 'AddComment';
  const chosen = [...new Set(Array.from({ length: files }, () => pick(random, town.pictures)))];
  const answer =
    random() < PAGE_SHARE
      ? await giveByPage(town, person, type, data, { id, files: chosen })
      : await giveWithFiles(town, person, type, data, { id, folder: postFolder(writtenId), files: chosen });
  if (answer?.outcome !== 'acknowledged') return;
  const written = { id: writtenId, root: below?.root ?? writtenId, author: person.userId, isSettled: false };
  person.written.push(written);
  town.written.push(written);
}

/** Uploads files first, then gives the command that names them; `null` when an upload was given up. */
async function giveWithFiles(
  town: Town,
  person: Person,
  type: string,
  data: Readonly<Record<string, unknown>>,
  { id, folder, files }: { readonly id: string; readonly folder: string; readonly files: readonly Blob[] },
): Promise<Answer | null> {
  const media: unknown[] = [];
  for (const file of files) {
    const { value } = await upload(town, person, folder, file);
    if (value === null) return null;
    media.push(value);
  }
  return give(town, person, type, { ...data, media }, { id });
}

/** Over HTTP or by the page, whichever comes. */
function giveEither(
  town: Town,
  person: Person,
  random: Random,
  type: string,
  data: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  return random() < PAGE_SHARE ? giveByPage(town, person, type, data) : give(town, person, type, data);
}

/** Saves a post, or takes the save back. */
async function save(town: Town, person: Person, random: Random): Promise<void> {
  const post = someRoot(town, random);
  if (post === null) return;
  const isSaved = person.saved.has(post.id);
  const { outcome } = await giveEither(town, person, random, isSaved ? 'UnsavePost' : 'SavePost', { postId: post.id });
  if (outcome !== 'acknowledged') return;
  if (isSaved) person.saved.delete(post.id);
  else person.saved.add(post.id);
}

function ownSettled(person: Person, random: Random): Written | null {
  const own = person.written.filter(({ isSettled }) => !isSettled);
  return own.length === 0 ? null : pick(random, own);
}

/** New words, and pictures gone. */
async function edit(town: Town, person: Person, random: Random): Promise<void> {
  const own = ownSettled(person, random);
  if (own === null) return;
  const data = { postId: own.id, text: richTextOf(newWords()), media: [] };
  const { outcome } = await giveEither(town, person, random, 'EditPost', data);
  own.isSettled = outcome !== 'acknowledged';
}

async function remove(town: Town, person: Person, random: Random): Promise<void> {
  const own = ownSettled(person, random);
  if (own === null) return;
  own.isSettled = true;
  await giveEither(town, person, random, 'DeletePost', { postId: own.id });
}

/** Something that a rule forbids: what is told then must stay true. */
async function mistake(town: Town, person: Person, random: Random): Promise<void> {
  const others = town.written.filter(({ author }) => author !== person.userId);
  const post = { media: [], category: 'all' };
  const kind = random();
  if (kind < 0.3) {
    await give(town, person, 'CreatePost', { ...post, text: richTextOf('') }, { mistake: 'POST_EMPTY' });
  } else if (kind < 0.6 || others.length === 0) {
    const text = richTextOf('x'.repeat(TEXT_MAX_CHARACTERS + 1));
    await give(town, person, 'CreatePost', { ...post, text }, { mistake: 'TEXT_TOO_LONG' });
  } else {
    const { id } = pick(random, others);
    await give(town, person, 'DeletePost', { postId: id }, { mistake: 'NOT_YOUR_POST' });
  }
}

const followed = new WeakMap<Person, (() => void)[]>();

/** Opens another topic on the page, closes an older one, or scrolls on. */
async function look(town: Town, person: Person, random: Random): Promise<void> {
  const { store, userId } = person;
  const post = someRoot(town, random);
  // People open what they see. Whoever asked for a post in the instant in which it was acknowledged to somebody else
  // could come before the read models: to them it is not there yet, and nobody tells them more.
  const isSeen = post !== null && store.view.getState().documents[refId({ collection: 'posts', key: post.id })];
  if (post === null || !isSeen || random() < 0.2) return store.loadMore(topicName.feed(DEFAULT_CAMPUS));
  const held = followed.get(person) ?? [];
  followed.set(person, held);
  const topics = [
    topicName.post(post.id),
    topicName.latest(post.root),
    topicName.wall(DEFAULT_CAMPUS, post.author),
    topicName.person(post.author),
    topicName.saved(DEFAULT_CAMPUS, userId),
  ];
  held.push(store.hold(pick(random, topics)));
  if (held.length > FOLLOWED_MAX) held.shift()?.();
}
