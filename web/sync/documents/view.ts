import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SignalData } from '#projections/kernel/signal.ts';
import type { Refusal } from '#projections/sync/protocol.ts';
import type { AnyDocument } from '#projections/sync/window.ts';
import type { OutboxEntry } from '../outbox/entry.ts';
import type { Connection } from '../transport/hubLink.ts';

/**
 * `loading`: no answer yet · `live`: complete and kept up to date · `stale`: complete as of the last connection ·
 * `refused`: the viewer may not see it · `failed`: the hub could not answer and is asked again.
 */
export type TopicStatus = 'loading' | 'live' | 'stale' | 'refused' | 'failed';

export interface TopicState {
  readonly status: TopicStatus;
  readonly refusal: Refusal | null;
  /** The window does not reach the end of the topic. */
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
}

/** Something that another one says by a signal. */
export interface Heard<Data extends SignalData = SignalData> {
  readonly name: string;
  /** Id of the user who says it. */
  readonly from: string;
  readonly data: Data;
}

/** Everything that components select from. Parts that did not change keep their identity. */
export interface SyncView {
  readonly connection: Connection;
  /** WebSockets do not come through: changes are asked for, and come more slowly. It holds while there is a connection. */
  readonly isSlow: boolean;
  /** The server runs a newer release than this page, which has to be reloaded. */
  readonly isOutdated: boolean;
  /** Shown documents by `refId`, predictions included, deleted ones left out. */
  readonly documents: Readonly<Record<string, AnyDocument>>;
  readonly topics: Readonly<Record<string, TopicState>>;
  /** By topic: keys of its window in order, predictions included. */
  readonly windows: Readonly<Record<string, readonly string[]>>;
  /** The signed-in user's entries in their order. */
  readonly outbox: readonly OutboxEntry[];
  /** By topic: what others say by signals now. */
  readonly heard: Readonly<Record<string, readonly Heard[]>>;
}

export const EMPTY_VIEW: SyncView = {
  connection: 'connecting',
  isSlow: false,
  isOutdated: false,
  documents: {},
  topics: {},
  windows: {},
  outbox: [],
  heard: {},
};

/** State of a topic before the first ask. */
export const UNASKED_TOPIC: TopicState = { status: 'loading', refusal: null, hasMore: false, loadingMore: false };

export function createView(): StoreApi<SyncView> {
  return createStore<SyncView>(() => EMPTY_VIEW);
}
