import { randomUUID } from 'node:crypto';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { pick, type Random } from '#scripts/demo/random.ts';
import { drawByShare, type Given, type Known } from '#test/model/model.ts';
import { models } from '#test/model/nouns.ts';
import type { Answer } from './journal.ts';
import { give, giveByPage, type Person, upload } from './person.ts';
import { forkRandom, type Scenario, type Thing } from './scenario.ts';

/** Topics that a page follows beside the feed, at most. */
const FOLLOWED_MAX = 4;
/** Share of the commands that go by the page's socket and outbox; the others go over HTTP. */
const PAGE_SHARE = 0.35;
/** Share of what people do in which they only look, and of that in which they scroll on. */
const LOOK_SHARE = 0.08;
const SCROLL_SHARE = 0.2;
/** Times that somebody thinks of something else to do. */
const TRIES = 4;

/** What people do with the nouns, by their models. */
const ACTS = models.flatMap(({ acts }) => Object.values(acts).map(({ often, command }) => [often, command] as const));

/** Does one thing, chosen at random. */
export async function doSomething(scenario: Scenario, person: Person): Promise<void> {
  const random = forkRandom(person.random);
  if (random() < LOOK_SHARE) return look(person, random);
  const known = knownTo(scenario, person, random);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const given = drawByShare(known, ACTS)?.(known) ?? null;
    if (given !== null && !isLeftAlone(scenario, person, given)) return carryOutAct(scenario, person, given, random);
  }
}

/** What somebody knows: everything that was acknowledged to anybody. */
function knownTo(scenario: Scenario, { userId }: Person, random: Random): Known {
  return {
    me: userId,
    campus: DEFAULT_CAMPUS,
    people: [userId],
    mayErr: false,
    all: <Doc>(collection: string) =>
      scenario.things
        .filter((thing) => thing.collection === collection)
        .map(({ key, doc }) => ({ key, doc: doc as Doc | null })),
    draw: (below) => Math.floor(random() * below),
    // Words that nobody else has written: whatever shows them twice was done twice.
    words: () => `Written once: ${randomUUID()}`,
  };
}

/** The stream that a command goes to, as an id. */
function targetOf({ type, data }: Given, commandId: string, { userId }: Person): string | undefined {
  return commandDefinitions[type]?.target({ id: commandId, type, data }, { kind: 'user', userId });
}

/** A thing of one's own that the command would change. */
function changed(scenario: Scenario, person: Person, given: Given): Thing | undefined {
  const key = targetOf(given, newId(person.userId, 0), person);
  return scenario.things.find((thing) => thing.key === key && thing.author === person.userId);
}

/** Whether nobody knows how the last change of the thing ended: what follows from another one could not be told. */
function isLeftAlone(scenario: Scenario, person: Person, given: Given): boolean {
  return given.mistake === undefined && changed(scenario, person, given)?.isSettled === true;
}

async function carryOutAct(scenario: Scenario, person: Person, given: Given, random: Random): Promise<void> {
  const { type, mistake } = given;
  const own = mistake === undefined ? changed(scenario, person, given) : undefined;
  // Until the answer comes nobody knows; what ends a thing leaves nothing to be changed.
  if (own !== undefined) own.isSettled = true;
  const id = randomUUID();
  const answer = await giveSomehow(scenario, person, given, { id, random });
  const isDone = answer?.outcome === 'acknowledged';
  const ends = models.some(({ commands }) => commands[type]?.ends === true);
  if (own !== undefined) own.isSettled = !isDone || ends;
  if (!isDone || given.makes === undefined) return;
  const key = newId(effectiveCommandId(person.userId, id), 0);
  scenario.things.push({ ...given.makes(key), key, author: person.userId, isSettled: false });
}

/** Over HTTP or by the page, whichever comes; a mistake goes where its refusal comes back by itself. */
async function giveSomehow(
  scenario: Scenario,
  person: Person,
  given: Given,
  { id, random }: { readonly id: string; readonly random: Random },
): Promise<Answer | null> {
  const { type, data, files = 0, mistake } = given;
  if (mistake !== undefined) return give(scenario, person, type, data, { id, mistake });
  const chosen = [...new Set(Array.from({ length: files }, () => pick(random, scenario.pictures)))];
  if (random() < PAGE_SHARE) return giveByPage(scenario, person, type, data, { id, files: chosen });
  return files === 0
    ? give(scenario, person, type, data, { id })
    : giveWithFiles(scenario, person, given, { id, chosen });
}

/** Uploads files first, then gives the command that names them; `null` when an upload was given up. */
async function giveWithFiles(
  scenario: Scenario,
  person: Person,
  { type, data }: Given,
  { id, chosen }: { readonly id: string; readonly chosen: readonly Blob[] },
): Promise<Answer | null> {
  const { userId } = person;
  const command = { id: effectiveCommandId(userId, id), type, data };
  const folder = commandDefinitions[type]?.files(command, { kind: 'user', userId })?.folder;
  if (folder === undefined) throw new Error(`${type} names no files.`);
  const media: unknown[] = [];
  for (const file of chosen) {
    const { value } = await upload(scenario, person, folder, file);
    if (value === null) return null;
    media.push(value);
  }
  return give(scenario, person, type, { ...data, media }, { id });
}

const followed = new WeakMap<Person, (() => void)[]>();

/**
 * Opens another topic on the page, closes an older one, or scrolls on. People open what they see: whoever asked for a
 * post in the instant in which it was acknowledged to somebody else could come before the read models; to them it is not
 * there yet, and nobody tells them more.
 */
function look(person: Person, random: Random): void {
  const { store, userId } = person;
  const documents = Object.entries(store.view.getState().documents).map(([id, doc]) => {
    const [collection = '', key = ''] = id.split(' ');
    return { collection, key, doc };
  });
  const known: Known = {
    ...{ me: userId, campus: DEFAULT_CAMPUS, mayErr: false, words: () => '' },
    people: documents.flatMap(({ collection, key }) => (collection === 'people' ? [key] : [])),
    draw: (below) => Math.floor(random() * below),
    all: <Doc>(collection: string) =>
      documents.filter((each) => each.collection === collection).map(({ key, doc }) => ({ key, doc: doc as Doc })),
  };
  const topics = models.flatMap((model) => model.topics(known));
  const topic = drawByShare(known, topics);
  if (topic === undefined || documents.length === 0 || random() < SCROLL_SHARE) {
    store.loadMore(topicName.feed(DEFAULT_CAMPUS));
    return;
  }
  const held = followed.get(person) ?? [];
  followed.set(person, held);
  held.push(store.hold(topic));
  if (held.length > FOLLOWED_MAX) held.shift()?.();
}
