import type { Command, CommandDefinition } from '#domain/kernel/command.ts';
import type { Refusal } from '#projections/sync/protocol.ts';
import { isUnanswered, NO_ANSWER, RequestRefused } from '../transport/http.ts';
import { CALLED_OFF, type OutboxEntry, type PendingUpload } from './entry.ts';
import type { Outbox } from './outbox.ts';
import type { UploadFile } from './ports.ts';
import { withUpload } from './uploads.ts';

/** Dependencies of the uploader. */
export interface UploaderParts {
  readonly outbox: Outbox;
  readonly upload: UploadFile;
  /** Commands by type; each declares the folder of its files. Never rejects. */
  readonly commands: () => Promise<Readonly<Record<string, CommandDefinition>>>;
}

/** The refusal of a file whose upload the user cancelled. */
const calledOff: Refusal = { code: CALLED_OFF, text: 'Not uploaded', data: {}, retry: false };

/**
 * Uploads the files of an entry, one after the other, before its command is sent. Progress is part of the entry in this
 * tab; a stored file is saved at once, for a retry.
 */
export class Uploader {
  readonly #parts: UploaderParts;
  /** Running uploads, by entry. */
  readonly #running = new Map<string, { readonly name: string; readonly abort: AbortController }>();
  /** Files cancelled before their turn, as `entry name`. */
  readonly #calledOff = new Set<string>();

  constructor(parts: UploaderParts) {
    this.#parts = parts;
  }

  /**
   * Uploads the files that are not stored yet. A refused file does not stop the others.
   *
   * @returns the entry with the stored files
   * @throws RequestRefused the first refusal, or no answer; Error the entry has been discarded
   */
  async uploadAll(entry: OutboxEntry): Promise<OutboxEntry> {
    let first: RequestRefused | null = null;
    let ready = entry;
    for (const upload of entry.uploads) {
      const { name, media } = upload;
      if (media !== undefined) continue;
      try {
        const stored = await this.#upload(entry, upload);
        ready = withUpload(ready, name, stored);
        this.#report(entry.id, name, { media: stored, progress: 1 });
        const uploads = this.#parts.outbox.get(entry.id)?.uploads ?? ready.uploads;
        if ((await this.#parts.outbox.update(entry.id, { uploads })) === null) throw new Error('It was discarded.');
      } catch (error) {
        // Without an answer the other files would get none either.
        if (!(error instanceof RequestRefused) || isUnanswered(error)) throw error;
        first ??= error;
        this.#report(entry.id, name, { failure: error });
      }
    }
    if (first !== null) throw first;
    return ready;
  }

  /** Stops the upload of a removed entry. */
  abandon(entryId: string): void {
    this.#running.get(entryId)?.abort.abort();
  }

  /** Cancels one file: its command is then refused, and the user decides what follows. */
  callOff(entryId: string, name: string): void {
    const running = this.#running.get(entryId);
    if (running?.name === name) running.abort.abort();
    else {
      this.#calledOff.add(keyOf(entryId, name));
      // It is said at once, and not when its turn comes.
      this.#report(entryId, name, { failure: new RequestRefused(calledOff, NO_ANSWER) });
    }
  }

  async #upload({ id, commandId, type, data, actor }: OutboxEntry, { name, file, resume, again }: PendingUpload) {
    if (this.#calledOff.delete(keyOf(id, name))) throw new RequestRefused(calledOff, NO_ANSWER);
    const command: Command<string, never> = { id: commandId, type, data: data as never };
    const folder = (await this.#parts.commands())[type]?.files(command, { kind: 'user', userId: actor })?.folder;
    if (folder === undefined) throw new Error(`${type} takes no files.`);
    const abort = new AbortController();
    this.#running.set(id, { name, abort });
    this.#report(id, name, { progress: 0, failure: undefined });
    try {
      const onProgress = (part: number) => this.#report(id, name, { progress: Math.round(part * 100) / 100 });
      // Kept at once: a reload goes on from there.
      const onBegun = (address: string) => void this.#note(id, name, { resume: address });
      return await this.#parts.upload(folder, file, { onProgress, signal: abort.signal, resume, again, onBegun });
    } catch (error) {
      throw abort.signal.aborted ? new RequestRefused(calledOff, NO_ANSWER) : error;
    } finally {
      this.#running.delete(id);
    }
  }

  /** Changes a file of an entry, and stores it. */
  async #note(entryId: string, name: string, change: Partial<PendingUpload>): Promise<void> {
    this.#report(entryId, name, change);
    const uploads = this.#parts.outbox.get(entryId)?.uploads;
    if (uploads !== undefined) await this.#parts.outbox.update(entryId, { uploads });
  }

  #report(entryId: string, name: string, change: Partial<PendingUpload>): void {
    const entry = this.#parts.outbox.get(entryId);
    const before = entry?.uploads.find((each) => each.name === name);
    if (entry === undefined || before === undefined) return;
    // Equal progress is not reported again.
    const isNews = Object.entries(change).some(([field, value]) => before[field as keyof PendingUpload] !== value);
    if (!isNews) return;
    const uploads = entry.uploads.map((each) => (each.name === name ? { ...each, ...change } : each));
    this.#parts.outbox.mark(entryId, { uploads });
  }
}

const keyOf = (entryId: string, name: string) => `${entryId} ${name}`;
