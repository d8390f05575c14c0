import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chatIdOf } from '#domain/chat/pair.ts';
import { newId } from '#domain/kernel/ids.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { type Room, roomOf, type Tab } from '#test/proof/simulate/room.ts';
import type { UploadFile } from '#web/sync/outbox/ports.ts';
import { noAnswer } from '#web/sync/transport/http.ts';

/** Pinned: a failure prints the path to its counterexample. */
const RUNS = { seed: 20_261_128, numRuns: 30 };
/** Milliseconds of the property on a busy machine; alone it takes some seconds. */
const TIMEOUT_MS = 240_000;
/** Milliseconds after which another tab of a browser knows what one has written: that is what "after" means between tabs. */
const KNOWN_TO_TABS_MS = 20;
/** Milliseconds until everything that waits has been sent, whatever was cut before. */
const SETTLED_MS = 180_000;

/** The pages that write: two tabs of a laptop and a phone of one person, and the other one's browser. */
const PAGES = [
  { device: 'laptop', name: 'ada' },
  { device: 'laptop', name: 'ada' },
  { device: 'phone', name: 'ada' },
  { device: 'desk', name: 'ben' },
] as const;

const step = fc.record({
  act: fc.constantFrom('write', 'write', 'write', 'photo', 'photo', 'drop', 'silence', 'reload', 'wait'),
  page: fc.nat(PAGES.length - 1),
  ms: fc.constantFrom(0, 30, 400, 3_000, 20_000),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A conversation of two people over several pages, and what each device has written, in its order. */
class Talk {
  readonly written = new Map<string, string[]>();
  readonly tabs: Tab[] = [];
  readonly topic: string;
  readonly #room: Room;
  readonly #chatId: string;
  #photos = 0;

  constructor(room: Room) {
    this.#room = room;
    this.#chatId = chatIdOf(room.ids.ada ?? '', room.ids.ben ?? '');
    this.topic = topicName.messages(this.#chatId, '1');
    for (const [place, { device }] of PAGES.entries()) {
      const same = PAGES.findIndex((page) => page.device === device);
      this.#open(place, same < place ? this.tabs[same]?.browser : undefined);
    }
  }

  #open(place: number, browser: Tab['browser'] | undefined): void {
    const { name } = PAGES[place] as (typeof PAGES)[number];
    const tab = this.#room.open(name, { ...(browser && { browser }), upload: this.#uploadBy(name) });
    tab.store.hold(this.topic);
    tab.store.hold(topicName.chat(this.#chatId));
    this.tabs[place] = tab;
  }

  /** Every second photo is not answered at first: words that are written behind one wait until it is tried again. */
  #uploadBy(name: string): UploadFile {
    const { server, ids } = this.#room;
    return async (folder, file) => {
      this.#photos += 1;
      if (this.#photos % 2 === 1) throw noAnswer();
      return server.keepUpload(folder, ids[name] ?? '', file.size);
    };
  }

  async take({ act, page, ms }: Step): Promise<void> {
    const tab = this.tabs[page] as Tab;
    if (act === 'write' || act === 'photo') {
      const { device } = PAGES[page] as (typeof PAGES)[number];
      const own = this.written.get(device) ?? [];
      const text = `${device} ${own.length}`;
      const isPhoto = act === 'photo';
      const media = isPhoto ? [{ kind: 'image', name: 'local.webp', width: 4, height: 3 }] : [];
      const data = { chatId: this.#chatId, text, media, postId: null };
      const uploads = isPhoto ? [{ name: 'local.webp', file: new Blob([text]) }] : [];
      own.push(newId(tab.store.send('SendMessage', data, { uploads }).commandId, 0));
      this.written.set(device, own);
    }
    if (act === 'drop') tab.transport.drop();
    if (act === 'silence') tab.transport.silence();
    if (act === 'reload') {
      tab.store.stop();
      this.#open(page, tab.browser);
    }
    await this.#room.time.pass(KNOWN_TO_TABS_MS + ms);
  }

  /** The messages in the order of the log. */
  async arrived(): Promise<readonly string[]> {
    const events = await this.#room.server.events();
    return events.flatMap(({ type, data }) =>
      type === 'MessageSent' ? [(data as { messageId: string }).messageId] : [],
    );
  }
}

it(
  '[DATA-14] [P2] [P5] what is written in a conversation over drops, reloads, two tabs and two devices arrives once and in order, and all see the same',
  async () => {
    let [messages, mixed] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40, size: 'max' }), async (steps) => {
        const room = await roomOf({}, 'ada', 'ben');
        await room.give('ada', 'StartChat', { userId: room.ids.ben ?? '' });
        const talk = new Talk(room);
        await room.moment();
        for (const each of steps) await talk.take(each);
        await room.time.pass(SETTLED_MS);
        const arrived = await talk.arrived();
        expect(arrived.toSorted()).toEqual([...talk.written.values()].flat().sort());
        for (const own of talk.written.values()) expect(arrived.filter((id) => own.includes(id))).toEqual(own);
        const newest = arrived.toReversed().slice(0, 15);
        for (const { store } of talk.tabs) {
          const { outbox, windows } = store.view.getState();
          expect(outbox).toEqual([]);
          expect((windows[talk.topic] ?? []).slice(0, newest.length)).toEqual(newest);
          store.stop();
        }
        messages += arrived.length;
        mixed += talk.written.size > 2 ? 1 : 0;
      }),
      RUNS,
    );
    // The stories are worth their name.
    expect(messages).toBeGreaterThan(150);
    expect(mixed).toBeGreaterThan(10);
  },
  TIMEOUT_MS,
);
