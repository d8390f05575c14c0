import { randomUUID } from 'node:crypto';
import { ASKED_HELD_MS, type AskedMessage, type Asking, knownOf } from '#projections/sync/asking.ts';
import { type Progress, type TopicAnswer, topicAnswerSchema } from '#projections/sync/protocol.ts';
import type { Broadcaster, EndReason, Handshake, HubEvent, Transport } from './connection.ts';
import type { Hub, Peer } from './hub.ts';
import { ASKED_ANSWERS_MAX_CHARACTERS, ASKED_GATHER_MS } from './limits.ts';
import type { HubClock } from './ports.ts';

/** The one who asks. */
export type AskedBy = Omit<Handshake, 'id' | 'transport'>;

/** Answers questions over HTTP as a connection would be answered. */
export interface HubAsking {
  /**
   * @param gone says that the client has left
   * @param note called with each answer
   * @returns the answer as JSON; `null`: nobody waits for it any more
   */
  answer(asking: Asking, by: AskedBy, gone: AbortSignal, note?: (answer: unknown) => void): Promise<string | null>;
  /** Has all that are held answered, and holds none any more. */
  close(): void;
}

/**
 * Each question is a connection of its own to the hub, for as long as it takes: it joins the topics from their cursors, and
 * is answered at once if that brings something, else with the first packet that comes. So its rights, limits and order are
 * those of a socket, and nothing of it stays.
 */
export function createHubAsking({
  hub,
  start,
  clock,
}: {
  readonly hub: Pick<Hub, 'connect' | 'stats'>;
  /** Starts the hub with the first question; left out: it runs. */
  readonly start?: (() => Promise<void> | undefined) | undefined;
  readonly clock: Pick<HubClock, 'after'>;
}): HubAsking {
  const open = new Map<string, Line>();
  let isClosed = false;
  let started: Promise<void> | null = null;
  /** @throws Unavailable the stores are away; the next question tries again */
  const running = () => {
    started ??= (async () => start?.())().catch((error: unknown) => {
      started = null;
      throw error;
    });
    return started;
  };
  const broadcaster: Broadcaster = {
    send(ids, event, payload) {
      for (const id of ids) open.get(id)?.take(event, payload);
    },
  };
  return {
    async answer({ messages, isHeld }, by, gone, note = () => undefined) {
      await running();
      const id = randomUUID();
      const line = new Line(broadcaster);
      open.set(id, line);
      const leave = () => line.end('closing');
      gone.addEventListener('abort', leave, { once: true });
      const peer = hub.connect({ ...by, id, transport: line });
      try {
        const { answers, isNews } = await answersTo(messages, peer, note);
        if (isHeld && !isNews && !isClosed) await line.untilNews(clock);
        return gone.aborted ? null : textOf(answers, line, hub.stats().position);
      } finally {
        gone.removeEventListener('abort', leave);
        open.delete(id);
        peer.closed();
      }
    },
    close() {
      isClosed = true;
      for (const line of open.values()) line.end('closing');
    },
  };
}

/** One question's side of the hub: keeps the packets that a socket would send. */
class Line implements Transport {
  readonly broadcaster: Broadcaster;
  readonly packets: (readonly [HubEvent, unknown])[] = [];
  /** Generation of the packets; the hub names it as the connection opens. */
  generation = '';
  ended: EndReason | null = null;
  readonly #news = Promise.withResolvers<void>();

  constructor(broadcaster: Broadcaster) {
    this.broadcaster = broadcaster;
  }

  take(event: HubEvent, payload: unknown): void {
    if (event === 'progress') {
      this.generation = (payload as Progress).generation;
      return;
    }
    // It is over when the answer comes.
    if (event === 'signal') return;
    this.packets.push([event, payload]);
    // The first one names the eras of the log, as each connection begins.
    if (this.packets.length > 1) this.#news.resolve();
  }

  backlog() {
    return { bytes: 0, packets: this.packets.length };
  }

  async taken() {
    // An answer is handed on as a whole, and counts from then on (`unreadAnswers.ts`).
  }

  end(reason: EndReason): void {
    this.ended ??= reason;
    this.#news.resolve();
  }

  /** Waits until something comes, and for what comes along with it; as long as a question is held at most. */
  async untilNews(clock: Pick<HubClock, 'after'>): Promise<void> {
    const over = Promise.withResolvers<void>();
    const cancel = clock.after(ASKED_HELD_MS, over.resolve);
    await Promise.race([this.#news.promise, over.promise]);
    cancel();
    if (this.packets.length > 1 && this.ended === null)
      await new Promise<void>((resolve) => void clock.after(ASKED_GATHER_MS, resolve));
  }
}

/** The answers as JSON, one after the other; what has no room is not read. */
async function answersTo(messages: readonly AskedMessage[], peer: Peer, note: (answer: unknown) => void) {
  const answers: string[] = [];
  let isNews = false;
  let characters = 0;
  for (const message of messages) {
    const hasRoom = characters < ASKED_ANSWERS_MAX_CHARACTERS;
    const given = hasRoom ? await peer.receive(message.event, message.payload) : null;
    note(given);
    const { answer, isQuiet } = judged(message, given);
    const text = JSON.stringify(answer ?? null);
    characters += text.length;
    answers.push(text);
    isNews ||= !isQuiet;
  }
  return { answers, isNews };
}

/** Whether an answer brings only what its page has; one that brings it all again is made short. */
function judged(
  { event, payload, known }: AskedMessage,
  answer: unknown,
): { readonly answer: unknown; readonly isQuiet: boolean } {
  const good = event === 'subscribe' ? topicAnswerSchema.safeParse(answer) : null;
  if (good?.success !== true) return { answer, isQuiet: false };
  const topic = good.data;
  if (topic.fresh) {
    const isSame = known === knownOf(topic) && generationOf(payload) === topic.cursor.generation;
    return isSame ? { answer: { ...topic, fresh: false, documents: [] }, isQuiet: true } : { answer, isQuiet: false };
  }
  return { answer, isQuiet: !hasNewer(topic, payload) };
}

/** Generation of the documents that the page has. */
function generationOf(payload: unknown): string | null {
  const { since } = payload as { readonly since: { readonly generation: string } | null };
  return since?.generation ?? null;
}

/** A cursor is inclusive: what is of its own position comes again, and is no news. */
function hasNewer({ documents }: TopicAnswer, payload: unknown): boolean {
  const { since } = payload as { readonly since: { readonly position: string } };
  return documents.some(({ position }) => position > since.position);
}

/** Of a connection that has ended nothing is handed on: its session may be over. */
function textOf(answers: readonly string[], { packets, generation, ended }: Line, position: string): string {
  if (ended !== null) return JSON.stringify({ ok: true, answers: [], packets: [], ended });
  const all = [...packets, ['progress', { generation, position }]];
  return `{"ok":true,"answers":[${answers.join()}],"packets":${JSON.stringify(all)},"ended":null}`;
}
