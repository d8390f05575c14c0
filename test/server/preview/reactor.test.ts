import { beforeEach, describe, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import { previewFact } from '#domain/preview/state.ts';
import { START } from '#projections/engine/eventLog.ts';
import { typedEvent } from '#server/log/typedEvent.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { type ForeignPage, PageAway } from '#server/ports/foreignPages.ts';
import { MediaBusy, MediaRefused } from '#server/ports/media.ts';
import { RETRY_PAGE_AFTER_MS } from '#server/preview/patience.ts';
import { WORK_MAX_PER_AUTHOR } from '#server/preview/postWork.ts';
import { createPreviewReactor, type PreviewReactorParts } from '#server/preview/reactor.ts';
import { handOver, type Later, type Reactor } from '#server/reactors/reactor.ts';
import { UNDER_WAY_MAX_EVENTS } from '#server/reactors/underWay.ts';
import { type DispatchRig, dispatchRig } from '../support/dispatchRig.ts';
import { idOf, registerMember, SYSTEM, userActor } from '../support/people.ts';

const LAMP = 'https://shop.example/lamp';
const DESK = 'https://shop.example/desk';
const BYTES = Buffer.from('a picture');
const never = new AbortController().signal;

let rig: DispatchRig;
let ada: string;
let postId: string;
/** The answer of each page; a page that is not here is away. */
let pages: Map<string, ForeignPage | null>;
let asked: string[];
let pauses: number[];
/** Names of the stored pictures. */
let stored: Set<string>;
/** Calls of `media.put`. */
let puts: number;
/** Errors that `media.put` throws next. */
let mediaFails: Error[];
/** Happens while a page is read. */
let meanwhile: () => Promise<void>;
let isOff: boolean;
let reactor: Reactor;
let position: string;

beforeEach(async () => {
  rig = dispatchRig();
  ada = await member('ada');
  postId = newId(effectiveCommandId(ada, idOf('post')), 0);
  [pages, asked, pauses, stored, mediaFails, isOff] = [new Map(), [], [], new Set(), [], false];
  [meanwhile, puts] = [async () => undefined, 0];
  pages.set(LAMP, { title: 'A lamp', site: 'The Shop', picture: BYTES });
  pages.set(DESK, { title: 'A desk', site: '', picture: null });
  reactor = createReactor();
  position = START;
});

/** Registers a person who may post. */
async function member(name: string): Promise<string> {
  const id = await registerMember(rig, name);
  const folder = `profilePics/${id}`;
  const picture = { kind: 'image', name: 'face.webp', width: 4, height: 4 } as const;
  rig.uploads.set(`${folder}/face.webp`, { folder, media: picture, owner: id, at: rig.clock.now().toISOString() });
  await give(`face of ${name}`, 'ChangeProfilePicture', { picture }, userActor(id));
  await give(`bio of ${name}`, 'ChangeBio', { bio: 'Hello.' }, userActor(id));
  return id;
}

async function give(word: string, type: string, data: unknown, actor = userActor(ada)) {
  const outcome = await rig.give(actor, idOf(word), type, data);
  expect([type, outcome]).toEqual([type, expect.objectContaining({ ok: true })]);
}
const post = (line: string) =>
  give('post', 'CreatePost', { text: richTextOf(line), media: [], category: 'all', price: null, condition: null });
const edit = (line: string, word = line) => give(word, 'EditPost', { postId, text: richTextOf(line), media: [] });
const card = async () => {
  const { stands, card } = await rig.dispatcher.stateOf(previewFact(postId));
  return stands ? (card?.title ?? 'sealed') : null;
};
const events = async () => (await rig.log.readStream(`preview-${postId}`)).map(({ type }) => type);

function createReactor(): Reactor {
  const media = {
    async put(folder: string, owner: string, at: string, bytes: Uint8Array) {
      puts += 1;
      const failure = mediaFails.shift();
      if (failure !== undefined) throw failure;
      stored.add(`${folder}/lamp.webp of ${owner}`);
      return { folder, owner, at, media: { kind: 'image', name: 'lamp.webp', width: bytes.length, height: 4 } };
    },
    describe: async (folder: string, names: readonly string[]) =>
      new Map(names.filter((name) => stored.has(`${folder}/${name} of ${ada}`)).map((name) => [name, {}])),
    remove: async (folder: string, names: readonly string[]) =>
      names.forEach((name) => void stored.delete(`${folder}/${name} of ${ada}`)),
  } as unknown as PreviewReactorParts['media'];
  return createPreviewReactor({
    ...{ dispatcher: rig.dispatcher, media, clock: rig.clock.now, logger: silentLogger },
    pause: async (ms) => void pauses.push(ms),
    foreignPages: isOff
      ? null
      : {
          async read(address, userId) {
            expect(userId).toBe(ada);
            asked.push(address);
            await meanwhile();
            const page = pages.get(address);
            if (page === undefined) throw new PageAway('It does not answer.');
            return page;
          },
        },
  });
}

/** Hands new events over. @returns what goes on later */
async function handed(): Promise<readonly Later[]> {
  const rests: Later[] = [];
  for (const event of await rig.log.readAll(position, 1_000)) {
    const rest = await handOver(reactor, typedEvent(event));
    if (typeof rest === 'function') rests.push(rest);
    position = event.position;
  }
  return rests;
}

/** Everything is handled, the events that follow too. */
async function react(): Promise<void> {
  for (let head = ''; head !== (await rig.store.head()); ) {
    head = await rig.store.head();
    for (const rest of await handed()) await rest(never);
  }
}

describe('the card of a post', () => {
  it('is that of its first link, with our own copy of the picture', async () => {
    await post(`See ${LAMP} and ${DESK}`);
    await react();
    expect([await card(), asked]).toEqual(['A lamp', [LAMP]]);
    expect([...stored]).toEqual([`previews/${postId}/lamp.webp of ${ada}`]);
    const { card: recorded } = await rig.dispatcher.stateOf(previewFact(postId));
    expect(recorded).toMatchObject({ url: LAMP, site: 'The Shop', picture: { name: 'lamp.webp', width: 9 } });
  });

  it('is none without a link, without a title, or where the operator wants none', async () => {
    await post('A lamp, $40');
    await react();
    await edit('https://shop.example/none');
    pages.set('https://shop.example/none', null);
    await react();
    isOff = true;
    reactor = createReactor();
    await edit(LAMP);
    await react();
    expect([await events(), asked]).toEqual([[], ['https://shop.example/none']]);
  });

  it('is replaced with its link, and ends without one', async () => {
    await post(LAMP);
    await react();
    await edit(DESK);
    await react();
    expect([await card(), await events()]).toEqual(['A desk', ['LinkPreviewed', 'PreviewRemoved', 'LinkPreviewed']]);
    await edit('Sold to a friend');
    await react();
    expect(await card()).toBeNull();
  });

  it('stays, and is not fetched again, when other words change', async () => {
    await post(LAMP);
    await react();
    await edit(`Cheaper: ${LAMP}`);
    await react();
    expect([await events(), asked]).toEqual([['LinkPreviewed'], [LAMP]]);
  });

  it('that its author has removed does not come back with the same link', async () => {
    await post(LAMP);
    await react();
    await give('remove', 'RemovePreview', { postId });
    await edit(`Please: ${LAMP}`);
    await react();
    expect([await card(), asked]).toEqual([null, [LAMP]]);
    await edit(DESK);
    await react();
    expect(await card()).toBe('A desk');
  });

  it('[P10] ends with the post', async () => {
    await post(LAMP);
    await react();
    await give('delete', 'DeletePost', { postId });
    await react();
    expect([await card(), await events()]).toEqual([null, ['LinkPreviewed', 'PreviewRemoved']]);
  });
});

describe('a page that is read while its post changes', () => {
  it('makes no card, and leaves no picture, once the post is deleted', async () => {
    await post(LAMP);
    const [rest] = await handed();
    await give('delete', 'DeletePost', { postId });
    await rest?.(never);
    expect([await events(), asked, [...stored]]).toEqual([[], [], []]);
  });

  it('has its picture stored only for a card that is still wanted', async () => {
    await post(LAMP);
    const [rest] = await handed();
    meanwhile = () => edit('Sold to a friend');
    await rest?.(never);
    expect([await events(), asked, puts]).toEqual([[], [LAMP], 0]);
  });

  it('leaves no picture when the deletion comes just before the record', async () => {
    await post(LAMP);
    const [rest] = await handed();
    const put = stored.add.bind(stored);
    let deletion: Promise<void> | null = null;
    stored.add = (name) => {
      deletion = give('delete', 'DeletePost', { postId });
      return put(name);
    };
    const { dispatch } = rig.dispatcher;
    rig.dispatcher.dispatch = async (...sent) => {
      if ((sent[0] as { type: string }).type === 'RecordPreview') await deletion;
      return dispatch(...sent);
    };
    await rest?.(never);
    expect([await card(), asked, [...stored]]).toEqual([null, [LAMP], []]);
  });

  it('keeps its picture when the card before had the same one, whose files go between copy and record', async () => {
    pages.set(DESK, { title: 'A desk', site: '', picture: BYTES });
    await post(LAMP);
    await react();
    await edit(DESK);
    const [rest] = await handed();
    const { dispatch } = rig.dispatcher;
    rig.dispatcher.dispatch = async (...sent) => {
      if ((sent[0] as { type: string }).type === 'RecordPreview') stored.clear();
      return dispatch(...sent);
    };
    await rest?.(never);
    expect([await card(), [...stored]]).toEqual(['A desk', [`previews/${postId}/lamp.webp of ${ada}`]]);
  });

  it('[P4] is ended afterwards when it was recorded by a fact that was outrun', async () => {
    await post(LAMP);
    await react();
    // As if the record had been decided by the post as it was before this edit, and had landed after it.
    await edit('No link');
    reactor = createReactor();
    const late = (await rig.log.readStream(`preview-${postId}`))[0];
    if (late !== undefined) await handOver(reactor, typedEvent(late));
    expect(await card()).toBeNull();
  });

  it('gives way to the later link, however long the first one would wait', async () => {
    pages.delete(LAMP);
    await post(LAMP);
    reactor = createPreviewReactor({
      ...{ dispatcher: rig.dispatcher, clock: rig.clock.now, logger: silentLogger },
      media: {} as never,
      pause: () => new Promise(() => undefined),
      foreignPages: {
        async read(address) {
          if (address === LAMP) throw new PageAway('It does not answer.');
          return { title: 'A desk', site: '', picture: null };
        },
      },
    });
    const [first] = await handed();
    const waiting = first?.(never);
    await edit(DESK);
    const [second] = await handed();
    await Promise.all([waiting, second?.(never)]);
    expect(await card()).toBe('A desk');
  });

  it('gives way to the deletion, and the place of its author is free', async () => {
    pages.delete(LAMP);
    await post(LAMP);
    reactor = createPreviewReactor({
      ...{ dispatcher: rig.dispatcher, clock: rig.clock.now, logger: silentLogger, media: {} as never },
      pause: () => new Promise(() => undefined),
      foreignPages: { read: async () => Promise.reject(new PageAway('It does not answer.')) },
    });
    const [rest] = await handed();
    const waiting = rest?.(never);
    await give('delete', 'DeletePost', { postId });
    await handed();
    await waiting;
    expect(await card()).toBeNull();
  });

  it('gives up with the reactor, to be handed over again', async () => {
    pages.delete(LAMP);
    await post(LAMP);
    const ending = new AbortController();
    reactor = createPreviewReactor({
      ...{ dispatcher: rig.dispatcher, clock: rig.clock.now, logger: silentLogger, media: {} as never },
      pause: () => new Promise(() => ending.abort()),
      foreignPages: { read: async () => Promise.reject(new PageAway('It does not answer.')) },
    });
    const [rest] = await handed();
    await expect(rest?.(ending.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a page that is away', () => {
  it('is asked again twice, and no more', async () => {
    pages.delete(LAMP);
    await post(LAMP);
    await react();
    expect([await card(), asked, pauses]).toEqual([null, [LAMP, LAMP, LAMP], [...RETRY_PAGE_AFTER_MS]]);
  });
});

describe('links to slow pages, again and again', () => {
  it('take no more than a share of what may be under way, and none of the shares of others', async () => {
    expect(WORK_MAX_PER_AUTHOR).toBeLessThanOrEqual(UNDER_WAY_MAX_EVENTS / 10);
    pages.delete(LAMP);
    const bob = await member('bob');
    reactor = createPreviewReactor({
      ...{ dispatcher: rig.dispatcher, clock: rig.clock.now, logger: silentLogger, media: {} as never },
      pause: () => new Promise(() => undefined),
      foreignPages: {
        read: async (address) => pages.get(address) ?? Promise.reject(new PageAway('It does not answer.')),
      },
    });
    const content = { media: [], category: 'all', price: null, condition: null };
    const posts = Array.from({ length: WORK_MAX_PER_AUTHOR + 20 }, (_, n) => `post${n}`);
    for (const word of posts) await give(word, 'CreatePost', { text: richTextOf(LAMP), ...content });
    await give('post of bob', 'CreatePost', { text: richTextOf(LAMP), ...content }, userActor(bob));
    const ending = new AbortController();
    const settled: number[] = [];
    const rests = (await handed()).map((rest, n) => rest(ending.signal).then(() => settled.push(n)));
    const left = rests.slice(WORK_MAX_PER_AUTHOR, posts.length);
    await Promise.all(left);
    expect(settled).toEqual(left.map((_, n) => WORK_MAX_PER_AUTHOR + n));
    ending.abort();
    await Promise.allSettled(rests);
  });
});

describe('a picture', () => {
  it('that is no acceptable one is left out, and one for which there is no room now waits', async () => {
    mediaFails = [new MediaBusy(3), new MediaRefused('PHOTO_BROKEN')];
    await post(LAMP);
    await react();
    expect([await card(), pauses, [...stored]]).toEqual(['A lamp', [3_000], []]);
  });
});

describe('a picture for which there is never room', () => {
  it('is left out after a few tries', async () => {
    mediaFails = Array.from({ length: 10 }, () => new MediaBusy(3));
    await post(LAMP);
    await react();
    expect([await card(), puts, pauses]).toEqual(['A lamp', 5, Array.from({ length: 5 }, () => 3_000)]);
  });
});

describe('a post of a private campus', () => {
  it('tells none either once the campus has closed, though its page was away before', async () => {
    await rig.give(SYSTEM, idOf('moderator'), 'AppointModerator', { userId: ada });
    pages.delete(LAMP);
    await post(LAMP);
    meanwhile = () => give('close', 'ChangeCampusPrivacy', { campus: 'ou', privacy: 'private' });
    await react();
    expect([await card(), asked]).toEqual([null, [LAMP]]);
  });

  it('tells no other site that somebody links to it', async () => {
    await rig.give(SYSTEM, idOf('moderator'), 'AppointModerator', { userId: ada });
    await give('close', 'ChangeCampusPrivacy', { campus: 'ou', privacy: 'private' });
    await post(LAMP);
    await react();
    expect([await events(), asked]).toEqual([[], []]);
  });
});

it('the same event handed over twice makes one card', async () => {
  await post(LAMP);
  await react();
  position = START;
  await react();
  expect([await events(), asked]).toEqual([['LinkPreviewed'], [LAMP]]);
});
