import { createContext, useCallback, useContext, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { ClientCommandMap } from '#domain/registry.ts';
import { type Collection, refId } from '#projections/kernel/collection.ts';
import type { Signal, SignalData } from '#projections/kernel/signal.ts';
import { syncClient } from './client.ts';
import { type Heard, type SyncView, type TopicState, UNASKED_TOPIC } from './documents/view.ts';
import { firstConnection } from './firstConnection.ts';
import type { OutboxEntry, PendingUpload } from './outbox/entry.ts';
import { localFilesIn } from './outbox/localFiles.ts';
import { streamOf } from './outbox/newEntry.ts';
import { pendingState } from './outbox/pendingState.ts';
import type { SendOptions, Sent, SyncStore } from './syncStore.ts';
import type { Connection } from './transport/hubLink.ts';
import { type UploadsEnd, uploadsOver } from './uploadsOver.ts';

/** Replaces the page's store: for tests, and for a view of another time. */
export const SyncContext = createContext<SyncStore | null>(null);

function useSync(): SyncStore {
  return useContext(SyncContext) ?? syncClient();
}

function useView<T>(select: (view: SyncView) => T): T {
  return useStore(useSync().view, select);
}

/** A topic as a component sees it. */
export interface TopicView extends TopicState {
  /** Asks for the next page; does nothing while one is on its way or when the topic has ended. */
  loadMore(): void;
  /** Asks again after `refused` or `failed`. */
  retry(): void;
}

const NO_KEYS: readonly string[] = [];

/**
 * Subscribes to a topic while mounted (`null`: to none). It stays live for a while after, so that going back is instant
 * (FEED-27).
 */
export function useTopic(topic: string | null): TopicView {
  const sync = useSync();
  useEffect(() => (topic === null ? undefined : sync.hold(topic)), [sync, topic]);
  const state = useView((view) => (topic === null ? UNASKED_TOPIC : (view.topics[topic] ?? UNASKED_TOPIC)));
  return useMemo(
    () => ({
      ...state,
      loadMore: () => topic !== null && sync.loadMore(topic),
      retry: () => topic !== null && sync.retryTopic(topic),
    }),
    [state, sync, topic],
  );
}

/** Keys of the documents in a topic's window, in the topic's order. */
export function useWindow(topic: string | null): readonly string[] {
  return useView((view) => (topic === null ? NO_KEYS : (view.windows[topic] ?? NO_KEYS)));
}

/** A shown document, predictions included; `undefined`: not held, or deleted. */
export function useDocument<Doc>(collection: Collection<Doc>, key: string | null): Doc | undefined {
  return useView((view) =>
    key === null ? undefined : (view.documents[refId({ collection: collection.name, key })] as Doc | undefined),
  );
}

/** Several documents of one collection, in the order of the keys; documents that are not held are left out. */
export function useDocuments<Doc>(collection: Collection<Doc>, keys: readonly string[]): readonly Doc[] {
  return useView(
    useShallow((view) =>
      keys.flatMap((key) => {
        const doc = view.documents[refId({ collection: collection.name, key })] as Doc | undefined;
        return doc === undefined ? [] : [doc];
      }),
    ),
  );
}

const NOTHING_HEARD: readonly Heard[] = [];

/** The words that others who have this topic open say by a signal now. */
export function useHeard<Data extends SignalData>(
  { name, schema }: Signal<Data>,
  topic: string,
): readonly Heard<Data>[] {
  const heard = useView((view) => view.heard[topic] ?? NOTHING_HEARD);
  return useMemo(
    () =>
      heard.flatMap((each) => {
        const { data } = schema.safeParse(each.data);
        return each.name === name && data !== undefined ? [{ ...each, data }] : [];
      }),
    [heard, name, schema],
  );
}

/** Says something by a signal to the others who have this topic open. */
export function useSay<Data extends SignalData>(signal: Signal<Data>, topic: string): (data: Data) => void {
  const sync = useSync();
  return useCallback((data) => sync.say(signal, topic, data), [sync, signal, topic]);
}

export function useConnection(): Connection {
  return useView((view) => view.connection);
}

/** Whether changes come more slowly: the page asks for them, because WebSockets do not come through. */
export function useIsSlow(): boolean {
  return useView((view) => view.isSlow);
}

/** Whether the server runs a newer release than this page. */
export function useIsOutdated(): boolean {
  return useView((view) => view.isOutdated);
}

/** The signed-in user's commands that are not done yet. */
export function useOutbox(): readonly OutboxEntry[] {
  return useView((view) => view.outbox);
}

/** Those of them that a person gave: a mark that the page makes by itself is no action of theirs. */
export function useOwnActions(): readonly OutboxEntry[] {
  const outbox = useOutbox();
  return useMemo(() => outbox.filter(({ isUnasked }) => isUnasked !== true), [outbox]);
}

/** Sends a command of a client; its data is typed by the domain. */
export type Send = <Type extends keyof ClientCommandMap>(
  type: Type,
  data: ClientCommandMap[Type],
  options?: SendOptions,
) => Sent;

/**
 * Returns the function that sends commands: shown at once, stored over reloads, sent when possible. It throws when
 * nobody is signed in.
 */
export function useSend(): Send {
  const sync = useSync();
  return useCallback((type, data, options) => sync.send(type, data, options), [sync]);
}

/** Actions on an entry of the outbox. */
export function useOutboxActions(): {
  retry(id: string): void;
  discard(id: string): void;
  /** Sends a discarded entry after all, under its id: what it makes has the id that it had. */
  restore(entry: OutboxEntry): void;
} {
  const sync = useSync();
  return useMemo(
    () => ({
      retry: (id) => sync.retryEntry(id),
      discard: (id) => sync.discardEntry(id),
      restore: (entry) => void sync.send(entry.type, entry.data, { uploads: entry.uploads, revises: entry }),
    }),
    [sync],
  );
}

/** Cancels one file of an entry: its command is then refused. */
export function callOffUpload(id: string, name: string): void {
  syncClient().callOffUpload(id, name);
}

/**
 * Waits until the files of an entry are stored, or cannot be for now (`uploadsOver.ts`).
 *
 * @param onChange receives the files at each step
 */
export function followUploads(id: string, onChange: (uploads: readonly PendingUpload[]) => void): Promise<UploadsEnd> {
  return uploadsOver(syncClient().view, id, onChange);
}

/** Waits while the page makes its first connection (`firstConnection.ts`); answers whether it is connected. */
export function whenConnected(patienceMs: number): Promise<boolean> {
  return firstConnection(syncClient().view, patienceMs);
}

/** Sends an entry now: after a failure, or as the user's consent to send an old one. */
export function retryEntry(id: string): void {
  syncClient().retryEntry(id);
}

/** Takes an entry out of the outbox, unsent. */
export function discardEntry(id: string): void {
  syncClient().discardEntry(id);
}

/** Sends at once what could still be taken back. */
export function sendUndoable(): void {
  syncClient().sendUndoable();
}

/** Takes an entry out of the outbox to send it anew with other content (`syncStore.ts`). */
export function withdrawEntry(id: string): Promise<OutboxEntry | null> {
  return syncClient().withdrawEntry(id);
}

/** Whether the newest command that writes this stream is still on its way; `null`: there is none. */
export function usePending(category: string, id: string): 'sending' | 'failed' | null {
  return useView(({ outbox }) => pendingState(outbox, streamOf({ category, id })));
}

/** A file of a command that is not uploaded yet, by the name that stands for it in the command's data. */
export function useLocalFile(name: string | null): Blob | null {
  return useView(({ outbox }) => (name === null ? null : (localFilesIn(outbox, [name])[0] ?? null)));
}

/** The same of several names: one list for as long as the files are the same. */
export function useLocalFiles(names: readonly string[]): readonly (Blob | null)[] {
  return useView(useShallow(({ outbox }) => localFilesIn(outbox, names)));
}
