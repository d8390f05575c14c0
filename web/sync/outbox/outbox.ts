import { newId } from '#domain/kernel/ids.ts';
import type { CommandAnswer, Mark, Refusal, Refused } from '#projections/sync/protocol.ts';
import type { LogProgress } from '../transport/logProgress.ts';
import type { EntryStatus, OutboxEntry } from './entry.ts';
import type { OutboxStorage, TabChannel } from './ports.ts';
import { dependentsOf, inOrder } from './queue.ts';
import { readTabMessage, type TabMessage } from './tabMessage.ts';
import { dataToSend } from './uploads.ts';

/** Dependencies of the outbox. */
export interface OutboxParts {
  readonly storage: OutboxStorage;
  readonly tabs: TabChannel;
  readonly logProgress: LogProgress;
}

/** Events that the outbox reports to its owner. */
export interface OutboxEvents {
  /** Entries have changed. */
  changed(): void;
  /** A command took effect, sent by this or another tab; its entry has left the outbox. */
  acknowledged(entry: OutboxEntry, mark: Mark | null, isOwn: boolean): void;
  /** An entry was discarded, in this or another tab. */
  discarded(id: string): void;
}

/** States in which an entry is predicted: a rejected one has no effect, an old one may have none. */
const EFFECTIVE: readonly EntryStatus[] = ['queued', 'sending', 'failed'];

/** The outcome of a command, as its sender receives it. */
export type Settled = CommandAnswer | Refused;

const DISCARDED: Refusal = { code: 'DISCARDED', text: 'You discarded this.', data: {}, retry: false };
const NEEDED_ENTRY_ENDED: Refusal = {
  code: 'NEEDED_COMMAND_NOT_DONE',
  text: 'This can’t be sent, because what it belongs to was not.',
  data: {},
  retry: false,
};

/**
 * Commands that are not acknowledged yet, stored until they end. All tabs of a browser see the same entries;
 * `sender.ts` decides which tab sends.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #entries = new Map<string, OutboxEntry>();
  /** Entries that ended in this or another tab: a read of the storage that began before may still return them. */
  readonly #ended = new Set<string>();
  readonly #settle = new Map<string, (settled: Settled) => void>();
  #events: OutboxEvents | null = null;
  #actor: string | null = null;
  #stopListening: () => void = () => undefined;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Loads the entries of earlier pages, and follows the other tabs. */
  async start(events: OutboxEvents): Promise<void> {
    this.#events = events;
    this.#stopListening = this.#parts.tabs.listen((said) => this.#hear(readTabMessage(said)));
    await this.refresh();
  }

  stop(): void {
    this.#stopListening();
  }

  /** Sets the user who gives and sends entries from now on; `null`: nobody. */
  actAs(actor: string | null): void {
    this.#actor = actor;
    this.#changed();
  }

  entries(): readonly OutboxEntry[] {
    return inOrder(this.#entries.values());
  }

  /** The present actor's entries. */
  own(): readonly OutboxEntry[] {
    return this.entries().filter(({ actor }) => actor === this.#actor);
  }

  /** The present actor's entries that are predicted. */
  effective(): readonly OutboxEntry[] {
    return this.own().filter(({ status }) => EFFECTIVE.includes(status));
  }

  /** Whether an unfinished command of the current actor makes the thing with this id, or is on its very stream. */
  isToMake(id: string): boolean {
    // A thing that is unique by its parties, as a conversation, is made by a command on the stream of that id.
    const isOn = (target: string) => target.slice(target.indexOf('-') + 1) === id;
    return this.effective().some(({ commandId, target }) => newId(commandId, 0) === id || isOn(target));
  }

  get(id: string): OutboxEntry | undefined {
    return this.#entries.get(id);
  }

  /**
   * Adds an entry; a revised one has the id under which it was discarded. `stored` resolves once it is stored, with
   * whether it survives a reload; `settled` when it has ended.
   */
  add(entry: OutboxEntry): { readonly stored: Promise<boolean>; readonly settled: Promise<Settled> } {
    if (this.#ended.delete(entry.id)) this.#parts.tabs.post({ kind: 'revised', id: entry.id });
    const settled = new Promise<Settled>((resolve) => this.#settle.set(entry.id, resolve));
    this.#entries.set(entry.id, entry);
    this.#changed();
    return { stored: this.#keep(entry), settled };
  }

  /** Whether this tab gave it: its giver waits here for the outcome. */
  isGivenHere(id: string): boolean {
    return this.#settle.has(id);
  }

  /** The entry, if this tab gave it and can still take it back: nothing of it has been sent. */
  undoable(id: string): OutboxEntry | null {
    const entry = this.#entries.get(id);
    return entry?.sendAt !== undefined && this.isGivenHere(id) ? entry : null;
  }

  /** Changes an entry, in storage as well, unless it has ended. */
  async update(id: string, change: Partial<OutboxEntry>): Promise<OutboxEntry | null> {
    const entry = this.mark(id, change);
    if (entry !== null) await this.#keep(entry);
    return entry;
  }

  /** Changes an entry in this tab only. */
  mark(id: string, change: Partial<OutboxEntry>): OutboxEntry | null {
    const before = this.#entries.get(id);
    if (before === undefined) return null;
    const entry = { ...before, ...change };
    this.#entries.set(id, entry);
    this.#changed();
    return entry;
  }

  /** The command took effect. */
  async acknowledge(id: string, position: string | null): Promise<void> {
    const mark = position === null ? null : this.#parts.logProgress.mark(position);
    this.#parts.tabs.post({ kind: 'acknowledged', id, mark });
    this.#endWell(id, mark, true);
    await this.#remove(id);
  }

  /** A rule refused it. Entries that depend on it cannot be sent either. */
  async reject(id: string, refusal: Refusal): Promise<void> {
    const entry = await this.update(id, { status: 'rejected', refusal });
    this.#settleSender(id, { ok: false, refusal });
    if (entry !== null) await this.#rejectDependents(entry);
  }

  /** Removes an entry in any state. */
  async discard(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#parts.tabs.post({ kind: 'discarded', id });
    this.#endBadly(id);
    if (entry.status !== 'rejected') await this.#rejectDependents(entry);
    await this.#remove(id);
  }

  /** Loads entries that other tabs have stored. */
  async refresh(): Promise<void> {
    let stored: readonly OutboxEntry[];
    try {
      stored = await this.#parts.storage.load();
    } catch (error) {
      console.warn('The outbox can’t be read; it works for this page only.', error);
      return;
    }
    for (const entry of stored) {
      // Only this tab changes an entry that it sends or may take back.
      const isBusyHere = this.#entries.get(entry.id)?.status === 'sending' || this.undoable(entry.id) !== null;
      if (this.#ended.has(entry.id) || isBusyHere) continue;
      this.#entries.set(entry.id, entry);
      // Another tab sent it and was refused: its giver waits for the answer in this tab.
      if (entry.status === 'rejected' && entry.refusal !== null) {
        this.#settleSender(entry.id, { ok: false, refusal: entry.refusal });
      }
    }
    this.#changed();
  }

  #changed(): void {
    this.#events?.changed();
  }

  #hear(message: TabMessage): void {
    if (message.kind === 'changed') void this.refresh();
    else if (message.kind === 'revised') this.#ended.delete(message.id);
    else if (message.kind === 'acknowledged') this.#endWell(message.id, message.mark, false);
    else this.#endBadly(message.id);
  }

  #endWell(id: string, mark: Mark | null, isOwn: boolean): void {
    const entry = this.#entries.get(id);
    this.#ended.add(id);
    this.#entries.delete(id);
    // The prediction names the stored files from here on, because the local ones go with the entry.
    if (entry !== undefined) this.#events?.acknowledged({ ...entry, data: dataToSend(entry) }, mark, isOwn);
    this.#settleSender(id, { ok: true, position: mark?.position ?? null });
    this.#changed();
  }

  #endBadly(id: string): void {
    this.#events?.discarded(id);
    this.#ended.add(id);
    this.#entries.delete(id);
    this.#settleSender(id, { ok: false, refusal: DISCARDED });
    this.#changed();
  }

  #settleSender(id: string, settled: Settled): void {
    this.#settle.get(id)?.(settled);
    this.#settle.delete(id);
  }

  async #rejectDependents(entry: OutboxEntry): Promise<void> {
    for (const dependent of dependentsOf(entry, this.entries())) await this.reject(dependent.id, NEEDED_ENTRY_ENDED);
  }

  /** A full or forbidden storage does not stop the command; the person is informed. */
  async #keep(entry: OutboxEntry): Promise<boolean> {
    try {
      if (this.#ended.has(entry.id)) return true;
      await this.#parts.storage.put(entry.status === 'sending' ? { ...entry, status: 'queued' } : entry);
      if (this.#ended.has(entry.id)) await this.#parts.storage.remove(entry.id);
      if (this.#entries.get(entry.id)?.isUnkept === true) this.mark(entry.id, { isUnkept: false });
      this.#parts.tabs.post({ kind: 'changed' });
      return true;
    } catch (error) {
      console.warn('The outbox can’t be stored; it works for this page only.', error);
      this.mark(entry.id, { isUnkept: true });
      return false;
    }
  }

  async #remove(id: string): Promise<void> {
    try {
      await this.#parts.storage.remove(id);
    } catch (error) {
      // It will be sent again after a reload; the server knows its id and does nothing twice (P2).
      console.warn('An entry of the outbox can’t be removed.', error);
    }
  }
}
