import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { pick, type Random } from '#scripts/demo/random.ts';
import { drawByShare, type Given, type Known, type Walk } from '#test/model/acts.ts';
import { frontTopic } from '#test/model/front.ts';
import { models } from '#test/model/nouns.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';
import { forkRandom } from './draws.ts';
import type { Answer } from './journal.ts';
import { give, giveByPage, type Person, UNDOABLE_MS, upload } from './person.ts';
import type { Scenario, Thing } from './scenario.ts';

/** Topics that a page follows beside the feed, at most. */
const FOLLOWED_MAX = 4;
/** Share of the commands that go by the page's socket and outbox; the others go over HTTP. */
const PAGE_SHARE = 0.35;
/** Share of acts that only read, and share of those that load another page. */
const LOOK_SHARE = 0.08;
const SCROLL_SHARE = 0.2;
/** Tries of a request beside commands, and milliseconds between two. */
const WALK_TRIES = 60;
const WALK_PAUSE_MS = 100;
/** Draws until an act is found that the person can do. */
const TRIES = 4;

/** Acts of people, by the nouns' models. */
const ACTS = models.flatMap(({ acts }) => Object.values(acts).map(({ often, command }) => [often, command] as const));

/** Carries out one random act. */
export async function doSomething(scenario: Scenario, person: Person): Promise<void> {
  const random = forkRandom(person.random);
  if (random() < LOOK_SHARE) return look(person, random);
  const known = knownTo(scenario, person, random);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const given = drawByShare(known, ACTS)?.(known) ?? null;
    if (given !== null && !isLeftAlone(scenario, person, given)) return carryOutAct(scenario, person, given, random);
  }
}

/** A person's knowledge: everything that was acknowledged to anyone. */
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
    // Unique words: if they appear twice, a command took effect twice.
    words: () => `Written once: ${randomUUID()}`,
  };
}

/** The stream of a command, as an id. */
function targetOf({ type, data }: Given, commandId: string, { userId }: Person): string | undefined {
  return commandDefinitions[type]?.target({ id: commandId, type, data }, { kind: 'user', userId });
}

/** The person's own thing that the command would change. */
function changed(scenario: Scenario, person: Person, given: Given): Thing | undefined {
  const key = targetOf(given, newId(person.userId, 0), person);
  return scenario.things.find((thing) => thing.key === key && thing.author === person.userId);
}

/** Whether the outcome of the thing's last change is unknown: then the outcome of another could not be predicted. */
function isLeftAlone(scenario: Scenario, person: Person, given: Given): boolean {
  return given.mistake === undefined && changed(scenario, person, given)?.isSettled === true;
}

async function carryOutAct(scenario: Scenario, person: Person, given: Given, random: Random): Promise<void> {
  const { type, mistake } = given;
  const own = mistake === undefined ? changed(scenario, person, given) : undefined;
  // Unknown until the answer comes; a deleted thing cannot be changed.
  if (own !== undefined) own.isSettled = true;
  const id = randomUUID();
  const answer = await giveSomehow(scenario, person, given, { id, random });
  const isDone = answer?.outcome === 'acknowledged';
  const ends = models.some(({ commands }) => commands[type]?.ends === true);
  if (own !== undefined) own.isSettled = answer?.outcome !== 'taken back' && (!isDone || ends);
  if (isDone) await given.goesOn?.(walkOf(scenario, person));
  if (!isDone || given.makes === undefined) return;
  const key = newId(effectiveCommandId(person.userId, id), 0);
  scenario.things.push({ ...given.makes(key), key, author: person.userId, isSettled: false });
}

/** The requests of a person beside commands. Every process of a cluster has a payment provider of its own: nobody pays there. */
function walkOf(scenario: Scenario, { browser }: Person): Walk {
  const isCluster = scenario.server.stores.eventStoreUrl !== undefined;
  return {
    async ask<Value>(method: 'POST', path: string, body: object) {
      for (let tries = 0; tries < WALK_TRIES && !isCluster; tries += 1) {
        try {
          return await browser.ask<Value>(method, path, body);
        } catch (error) {
          if (!(error instanceof RequestRefused)) throw error;
          if (!error.refusal.retry) return null;
        }
        await pause(WALK_PAUSE_MS);
      }
      return null;
    },
    async send(url, form) {
      const post = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' } as const;
      // No answer: it was killed with the server.
      const answer = await fetch(url, post).catch(() => null);
      await answer?.body?.cancel();
      return answer !== null;
    },
  };
}

/** Over HTTP or by the page; a mistake uses the way whose refusal is returned directly. */
async function giveSomehow(
  scenario: Scenario,
  person: Person,
  given: Given,
  { id, random }: { readonly id: string; readonly random: Random },
): Promise<Answer | null> {
  const { type, data, files = 0, mistake, undo } = given;
  if (mistake !== undefined) return give(scenario, person, type, data, { id, mistake });
  const chosen = [...new Set(Array.from({ length: files }, () => pick(random, scenario.pictures)))];
  if (random() < PAGE_SHARE) {
    const mayUndo = undo === 'unsent' ? { afterMs: random() < 0.5 ? random() * UNDOABLE_MS : null } : null;
    return giveByPage(scenario, person, type, data, { id, files: chosen, undo: mayUndo });
  }
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
 * Opens another topic on the page, closes an older one, or loads another page. People open only posts that they see: a
 * post asked for at the instant of another's acknowledgement may not be in the read models yet, and the refusal would
 * be final.
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
    store.loadMore(frontTopic(DEFAULT_CAMPUS));
    return;
  }
  const held = followed.get(person) ?? [];
  followed.set(person, held);
  held.push(store.hold(topic));
  if (held.length > FOLLOWED_MAX) held.shift()?.();
}
