import type { CommandAnswer, Refusal } from '#projections/sync/protocol.ts';
import { backOff } from '../transport/backOff.ts';
import type { Clock } from '../transport/clock.ts';
import { RequestRefused } from '../transport/http.ts';
import type { HubLink } from '../transport/hubLink.ts';
import { TRIES_BEFORE_FAILED } from '../transport/limits.ts';
import { goesInSilence, type OutboxEntry } from './entry.ts';
import {
  COMMAND_RETRY_FIRST_MS,
  COMMAND_RETRY_MAX_MS,
  COMMANDS_AT_ONCE,
  CONSENT_AFTER_MS,
  OTHER_TAB_LATER_MS,
} from './limits.ts';
import type { Outbox } from './outbox.ts';
import type { TabLock } from './ports.ts';
import { readyEntries } from './queue.ts';
import type { Uploader } from './uploader.ts';
import { dataToSend, withoutUploads } from './uploads.ts';

/** Dependencies of the sender. */
export interface SenderParts {
  readonly outbox: Outbox;
  readonly link: HubLink;
  readonly uploader: Uploader;
  readonly lock: TabLock;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

/** Events that the sender reports to its owner. */
export interface SenderEvents {
  /** The server sees another user signed in than the entry's actor. */
  actorRefused(): void;
}

/** Code of the refusal of a command that names a missing file. */
const FILE_MISSING = 'FILE_MISSING';
/** Uploads of the same files of an entry because the server has lost one. */
const UPLOADS_AGAIN_MAX = 3;
/** Refusals about the session, not the command: the entry waits until its actor is back. */
const SESSION_CODES: readonly string[] = ['SIGNED_OUT', 'ACTOR_MISMATCH'];

/**
 * Sends the outbox, from one tab at a time: in order within a target, a few targets at once. An unknown outcome is
 * asked for again with the same id until it is known (P7); the server does not repeat an effect (P2).
 */
export class Sender {
  readonly #parts: SenderParts;
  readonly #events: SenderEvents;
  /** Time before which an entry is not tried again. */
  readonly #notBefore = new Map<string, number>();
  readonly #flights = new Map<string, Promise<void>>();
  /** Number of the connection; `null` while there is none. */
  #connection: number | null = null;
  #connections = 0;
  #isDraining = false;
  #wake: () => void = () => undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(parts: SenderParts, events: SenderEvents) {
    this.#parts = parts;
    this.#events = events;
  }

  opened(): void {
    this.#connections += 1;
    this.#connection = this.#connections;
    this.#notBefore.clear();
    this.kick();
  }

  closed(): void {
    this.#connection = null;
    this.#wake();
  }

  stop(): void {
    this.closed();
    this.#cancelTimer();
  }

  /** Sends an entry at once instead of at its next retry. */
  hurry(id: string): void {
    this.#notBefore.delete(id);
    this.kick();
  }

  /**
   * Takes an entry out of the outbox to revise it, when its files could not be uploaded.
   *
   * @returns the entry, whose id may be given again with other content, and its stored files; `null` if the server may
   *   know its id: other content needs another one
   */
  async withdraw(id: string): Promise<OutboxEntry | null> {
    const { outbox } = this.#parts;
    const entry = outbox.get(id);
    await outbox.discard(id);
    if (entry === undefined || entry.uploads.length === 0 || entry.isSent === true) return null;
    // The end of this flight must not be taken for one of the revised entry's.
    await this.#flights.get(id);
    this.#notBefore.delete(id);
    return entry;
  }

  /** Sends all entries that are ready. */
  kick(): void {
    this.#wake();
    this.#waitForNext();
    if (this.#isDraining || this.#ready().length === 0) return;
    this.#isDraining = true;
    void this.#parts.lock
      .run(() => this.#drain())
      .then(
        () => 0,
        (error: unknown) => {
          console.warn('The outbox can’t be sent now.', error);
          return COMMAND_RETRY_FIRST_MS;
        },
      )
      .then((wait) => {
        this.#isDraining = false;
        if (wait === 0) this.kick();
        else this.#kickIn(wait);
      });
  }

  async #drain(): Promise<void> {
    await this.#parts.outbox.refresh();
    for (;;) {
      for (const entry of this.#ready().slice(0, COMMANDS_AT_ONCE - this.#flights.size)) {
        const flight = this.#attempt(entry).finally(() => this.#flights.delete(entry.id));
        this.#flights.set(entry.id, flight);
      }
      if (this.#flights.size === 0) return;
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await Promise.race([...this.#flights.values(), woken]);
    }
  }

  #ready(): readonly OutboxEntry[] {
    if (this.#connection === null) return [];
    const now = this.#parts.clock.now();
    const mayTry = (entry: OutboxEntry) => !this.#flights.has(entry.id) && this.#dueAt(entry) <= now;
    return readyEntries(this.#parts.outbox.own(), mayTry);
  }

  /** Time from which an entry is sent: after the wait for its retry, and when its giver can't take it back any more. */
  #dueAt({ id, sendAt = 0 }: OutboxEntry): number {
    const later = sendAt > 0 && !this.#parts.outbox.isGivenHere(id) ? OTHER_TAB_LATER_MS : 0;
    return Math.max(this.#notBefore.get(id) ?? 0, sendAt + later);
  }

  /** Sets the timer for the next entry that is due. */
  #waitForNext(): void {
    this.#cancelTimer();
    if (this.#connection === null) return;
    const now = this.#parts.clock.now();
    const times = this.#parts.outbox.own().map((entry) => this.#dueAt(entry));
    const next = Math.min(...times.filter((time) => time > now));
    if (Number.isFinite(next)) this.#kickIn(next - now);
  }

  #kickIn(milliseconds: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#parts.clock.after(milliseconds, () => this.kick());
  }

  async #attempt(entry: OutboxEntry): Promise<void> {
    const { outbox, clock } = this.#parts;
    if (clock.now() - entry.consentedAt > CONSENT_AFTER_MS) {
      await (entry.isUnasked === true
        ? outbox.discard(entry.id)
        : outbox.update(entry.id, { status: 'needs-consent' }));
      return;
    }
    const connection = this.#connection;
    outbox.mark(entry.id, { status: 'sending', refusal: null, sendAt: undefined });
    const answer = await this.#outcome(entry);
    if (answer !== null && 'ok' in answer) return outbox.acknowledge(entry.id, answer.position);
    if (answer !== null && SESSION_CODES.includes(answer.code)) this.#events.actorRefused();
    else if (answer?.code === FILE_MISSING && this.#mayUploadAgain(entry)) await this.#forgetUploads(entry);
    else if (answer !== null && !answer.retry) return this.#refused(entry, answer);
    await this.#tryLater(entry, answer, connection);
  }

  async #refused(entry: OutboxEntry, refusal: Refusal): Promise<void> {
    await this.#parts.outbox.reject(entry.id, refusal);
    if (goesInSilence(entry, refusal)) await this.#parts.outbox.discard(entry.id);
  }

  /** The answer, a refusal, or `null` when the outcome is unknown. */
  async #outcome(entry: OutboxEntry): Promise<CommandAnswer | Refusal | null> {
    try {
      const ready = await this.#parts.uploader.uploadAll(entry);
      // Before it is sent: an answer may never come, and the id belongs to this content from here on.
      if (ready.uploads.length > 0) await this.#parts.outbox.update(entry.id, { isSent: true });
      const { id, actor, type, version } = ready;
      return await this.#parts.link.command({ id, actor, type, version, data: dataToSend(ready) });
    } catch (error) {
      return error instanceof RequestRefused ? error.refusal : null;
    }
  }

  /**
   * The server has swept a file, or lost it with a restore: this browser still has it. How often the command has failed
   * for other reasons does not matter: what is written must not be refused for that.
   */
  #mayUploadAgain({ id, uploads }: OutboxEntry): boolean {
    const now = this.#parts.outbox.get(id)?.uploads ?? uploads;
    return now.some(({ media, again = 0 }) => media !== undefined && again < UPLOADS_AGAIN_MAX);
  }

  async #forgetUploads(entry: OutboxEntry): Promise<void> {
    const { uploads } = withoutUploads(this.#parts.outbox.get(entry.id) ?? entry);
    await this.#parts.outbox.update(entry.id, { uploads });
  }

  /** A lost connection is not a failed try: the entry is sent on the next one. */
  async #tryLater(entry: OutboxEntry, refusal: Refusal | null, connection: number | null): Promise<void> {
    if (connection !== this.#connection) {
      this.#parts.outbox.mark(entry.id, { status: entry.status });
      return;
    }
    // Read again: the user may have pressed Retry meanwhile, which resets the count.
    const attempts = (this.#parts.outbox.get(entry.id)?.attempts ?? entry.attempts) + 1;
    const wait = backOff(attempts, COMMAND_RETRY_FIRST_MS, COMMAND_RETRY_MAX_MS, this.#parts.random());
    this.#notBefore.set(entry.id, this.#parts.clock.now() + wait);
    const status = attempts >= TRIES_BEFORE_FAILED ? 'failed' : 'queued';
    await this.#parts.outbox.update(entry.id, { status, refusal, attempts });
  }
}
