import type { CommandDefinition } from '#domain/kernel/command.ts';
import type { Command } from '#domain/kernel/decider.ts';
import { type CommandAnswer, commandAnswerSchema, type Refusal, refusedSchema } from '#projections/sync/protocol.ts';
import {
  COMMAND_RETRY_FIRST_MS,
  COMMAND_RETRY_MAX_MS,
  COMMAND_TIMEOUT_MS,
  COMMANDS_AT_ONCE,
  CONSENT_AFTER_MS,
  TRIES_BEFORE_FAILED,
} from '../limits.ts';
import type { Clock, TabLock, Transport, UploadFile } from '../ports.ts';
import { backOff } from '../transport/backOff.ts';
import { RequestRefused } from '../transport/http.ts';
import type { OutboxEntry } from './entry.ts';
import type { Outbox } from './outbox.ts';
import { readyEntries } from './queue.ts';
import { dataToSend, withoutUploads, withUpload } from './uploads.ts';

export interface SenderPorts {
  readonly outbox: Outbox;
  readonly transport: Transport;
  readonly upload: UploadFile;
  readonly lock: TabLock;
  readonly clock: Clock;
  readonly random: () => number;
  readonly commands: Readonly<Record<string, CommandDefinition>>;
  readonly userId: () => string | null;
  readonly sessionLost: () => void;
}

/** The refusal of a command that names a file which is not there. */
const FILE_MISSING = 'FILE_MISSING';
/** Refusals that speak of who is signed in, not of the command: it waits until its actor is back. */
const SESSION_CODES: readonly string[] = ['SIGNED_OUT', 'ACTOR_MISMATCH'];

/**
 * Sends what is in the outbox, one tab at a time: in order for each target, a few targets at once. An outcome that
 * is unknown is asked for again with the same id until it is known (P7); the server does nothing twice (P2).
 */
export class Sender {
  readonly #ports: SenderPorts;
  /** Milliseconds before which an entry is not tried again. */
  readonly #notBefore = new Map<string, number>();
  readonly #flights = new Map<string, Promise<void>>();
  /** Counts connections; `null`: there is none. */
  #connection: number | null = null;
  #connections = 0;
  #isDraining = false;
  #wake: () => void = () => undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(ports: SenderPorts) {
    this.#ports = ports;
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

  /** Tries an entry without waiting for its turn to be tried again. */
  hurry(id: string): void {
    this.#notBefore.delete(id);
    this.kick();
  }

  /** There may be something to send. */
  kick(): void {
    this.#wake();
    if (this.#isDraining) return;
    if (this.#ready().length === 0) {
      this.#waitForNext();
      return;
    }
    this.#isDraining = true;
    void this.#ports.lock
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
    await this.#ports.outbox.refresh();
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
    const userId = this.#ports.userId();
    if (this.#connection === null || userId === null) return [];
    const now = this.#ports.clock.now();
    const mayTry = ({ id }: OutboxEntry) => !this.#flights.has(id) && (this.#notBefore.get(id) ?? 0) <= now;
    return readyEntries(this.#ports.outbox.entries(), userId, mayTry);
  }

  /** Sets the timer for the next entry that waits for its turn to be tried again. */
  #waitForNext(): void {
    this.#cancelTimer();
    if (this.#connection === null) return;
    const now = this.#ports.clock.now();
    const times = this.#ports.outbox.entries().flatMap(({ id }) => this.#notBefore.get(id) ?? []);
    const next = Math.min(...times.filter((time) => time > now));
    if (Number.isFinite(next)) this.#kickIn(next - now);
  }

  #kickIn(milliseconds: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#ports.clock.after(milliseconds, () => this.kick());
  }

  async #attempt(entry: OutboxEntry): Promise<void> {
    const { outbox, clock } = this.#ports;
    if (clock.now() - entry.consentedAt > CONSENT_AFTER_MS) {
      await outbox.update(entry.id, { status: 'needs-consent' });
      return;
    }
    const connection = this.#connection;
    outbox.mark(entry.id, { status: 'sending', refusal: null });
    const answer = await this.#outcome(entry);
    if (answer !== null && 'ok' in answer) return outbox.acknowledge(entry.id, answer.position);
    if (answer !== null && SESSION_CODES.includes(answer.code)) this.#ports.sessionLost();
    else if (answer?.code === FILE_MISSING && this.#mayUploadAgain(entry)) await this.#forgetUploads(entry);
    else if (answer !== null && !answer.retry) return outbox.reject(entry.id, answer);
    await this.#tryLater(entry, answer, connection);
  }

  /** The answer, a refusal, or `null` when the outcome is unknown. */
  async #outcome(entry: OutboxEntry): Promise<CommandAnswer | Refusal | null> {
    try {
      const ready = await this.#uploadAll(entry);
      const { id, actor, type, version } = ready;
      const message = { id, actor, type, version, data: dataToSend(ready) };
      const answer = await this.#ports.transport.request('command', message, COMMAND_TIMEOUT_MS);
      const good = commandAnswerSchema.safeParse(answer);
      if (good.success) return good.data;
      const refused = refusedSchema.safeParse(answer);
      return refused.success ? refused.data.refusal : null;
    } catch (error) {
      return error instanceof RequestRefused ? error.refusal : null;
    }
  }

  /** The server has swept a file away, or lost it with a restore: it is here still. */
  #mayUploadAgain({ id, uploads, attempts }: OutboxEntry): boolean {
    const now = this.#ports.outbox.get(id)?.uploads ?? uploads;
    return attempts < TRIES_BEFORE_FAILED && now.some(({ media }) => media !== undefined);
  }

  async #forgetUploads(entry: OutboxEntry): Promise<void> {
    const { uploads } = withoutUploads(this.#ports.outbox.get(entry.id) ?? entry);
    await this.#ports.outbox.update(entry.id, { uploads });
  }

  /** Uploads what is not uploaded yet. Each file's stored name is kept before the next step, for a retry. */
  async #uploadAll(entry: OutboxEntry): Promise<OutboxEntry> {
    const command: Command<string, never> = { id: entry.commandId, type: entry.type, data: entry.data as never };
    const folder = this.#ports.commands[entry.type]?.files(command, { kind: 'user', userId: entry.actor })?.folder;
    let ready = entry;
    for (const upload of entry.uploads) {
      if (upload.media !== undefined) continue;
      if (folder === undefined) throw new Error(`${entry.type} takes no files.`);
      const media = await this.#ports.upload(folder, upload.file);
      ready = withUpload(ready, upload.name, media);
      const kept = await this.#ports.outbox.update(entry.id, { uploads: ready.uploads });
      if (kept === null) throw new Error('The entry was discarded while its files were uploaded.');
    }
    return ready;
  }

  /** A lost connection is nobody's failure: the entry goes on with the next one. */
  async #tryLater(entry: OutboxEntry, refusal: Refusal | null, connection: number | null): Promise<void> {
    if (connection !== this.#connection) {
      this.#ports.outbox.mark(entry.id, { status: entry.status });
      return;
    }
    // Asked anew: the user may have pressed Retry meanwhile, which begins the count again.
    const attempts = (this.#ports.outbox.get(entry.id)?.attempts ?? entry.attempts) + 1;
    const wait = backOff(attempts, COMMAND_RETRY_FIRST_MS, COMMAND_RETRY_MAX_MS, this.#ports.random());
    this.#notBefore.set(entry.id, this.#ports.clock.now() + wait);
    const status = attempts >= TRIES_BEFORE_FAILED ? 'failed' : 'queued';
    await this.#ports.outbox.update(entry.id, { status, refusal, attempts });
  }
}
