import type { FeedRow } from '#projections/engine/readStore.ts';
import { type DocumentRef, refId, topicsOf, type Versioned } from '#projections/kernel/collection.ts';
import { erasures, holdsSealed, withoutErased } from '#projections/kernel/erasure.ts';
import { ownerOfTopic } from '#projections/kernel/ownTopic.ts';
import type { Rows, WireDocument } from '#projections/sync/protocol.ts';
import {
  type Collections,
  deletedAbove,
  isInTopic,
  isInWindow,
  reach,
  viewerRefsOf,
} from '#projections/sync/window.ts';
import { wireDocument } from '../read/topicAnswer.ts';
import type { Connection, Subscription } from './connection.ts';
import type { Rooms } from './rooms.ts';

/** One packet and all its recipients: it is encoded once. */
export interface Packet {
  readonly connections: readonly Connection[];
  readonly rows: Rows;
}

/**
 * How a row is delivered to a connection. `gone`: its document has left the reader's windows · `changed`: the reader
 * has the document, or owns it · `entered`: it is new in a window, and the documents that it reaches come along.
 */
type DeliveryKind = 'gone' | 'changed' | 'entered';
const STRENGTH: Readonly<Record<DeliveryKind, number>> = { gone: 0, changed: 1, entered: 2 };

/** Inputs of the fan-out. */
export interface FanOut {
  readonly collections: Collections;
  readonly rooms: Rooms;
  /** The newest known version of a document. */
  readonly newestOf: (id: string) => Versioned | undefined;
}

/** Makes the packets for the rows of one event, and notes which documents each reader holds after them. */
export function packetsOf(fanOut: FanOut, published: readonly FeedRow[]): readonly Packet[] {
  const rows = [...published, ...published.flatMap((row) => goneWith(fanOut, row))];
  const recipients = new Map<Connection, Map<number, DeliveryKind>>();
  rows.forEach((row, index) => {
    for (const [connection, kind] of deliveryKindsOf(fanOut, row)) {
      const kinds = recipients.get(connection) ?? new Map<number, DeliveryKind>();
      recipients.set(connection, kinds.set(index, kind));
    }
  });
  const groups = new Map<
    string,
    { readonly kinds: ReadonlyMap<number, DeliveryKind>; readonly connections: Connection[] }
  >();
  for (const [connection, kinds] of recipients) {
    const signature = [...kinds].map(([index, kind]) => `${index}${kind}`).join();
    const group = groups.get(signature);
    if (group === undefined) groups.set(signature, { kinds, connections: [connection] });
    else group.connections.push(connection);
  }
  return [...groups.values()].map(({ kinds, connections }) => ({
    connections,
    rows: packetRows(fanOut, rows, kinds),
  }));
}

/**
 * Rows of the documents of open windows that are below a deleted one: gone as of now. Their own deletions come later, and
 * until then nobody gets anything of them (P8).
 */
function goneWith({ rooms }: FanOut, { collection, key, position, doc }: FeedRow): readonly FeedRow[] {
  if (doc !== null) return [];
  const id = refId({ collection, key });
  return [...rooms.reaching(id)].flatMap((root): readonly FeedRow[] => {
    const [below, keyBelow = ''] = root.split(' ');
    if (root === id || below !== collection) return [];
    return [{ collection, key: keyBelow, position, before: position, doc: null, topics: [], left: [] }];
  });
}

/** The recipients of a row, and the kind of delivery to each. */
function deliveryKindsOf(fanOut: FanOut, row: FeedRow): ReadonlyMap<Connection, DeliveryKind> {
  const { rooms, collections } = fanOut;
  const id = refId(row);
  const ids = new Set(reach(collections, [row], (each) => (each === id ? row.doc : fanOut.newestOf(each)?.doc)).keys());
  const isGone = deletedAbove(collections, row, (each) => fanOut.newestOf(each)) !== null;
  const kinds = new Map<Connection, DeliveryKind>();
  const deliver = ({ connection }: Subscription, kind: DeliveryKind) => strengthen(kinds, connection, kind);

  const readers = new Set(rooms.holding(id));
  for (const name of row.topics) for (const subscription of rooms.inTopic(name)) readers.add(subscription);
  for (const subscription of readers) {
    const { topic, floor, held } = subscription;
    const isRoot = held.has(id);
    const isInside = isInTopic(collections, topic, row.collection, row.doc) && isInWindow(topic, floor, row.doc);
    const belongs = isInside && !isGone;
    if (belongs) {
      const brings = [...ids].some((each) => !rooms.holds(subscription, each));
      rooms.hold(subscription, id, ids);
      deliver(subscription, brings ? 'entered' : 'changed');
    } else {
      if (isRoot) rooms.release(subscription, id);
      if (rooms.holds(subscription, id)) deliver(subscription, follow(rooms, subscription, id, ids));
      else if (isRoot) deliver(subscription, 'gone');
    }
  }
  // No subscription tells what a page has of the things that its user's own document refers to: they come along.
  for (const connection of ownReaders(fanOut, row)) {
    strengthen(kinds, connection, 'entered');
    if (ids.size > 1) followOwn(fanOut, connection, id, ids);
  }
  return kinds;
}

/** A document that held ones refer to has changed; they may reach others through it now. */
function follow(rooms: Rooms, subscription: Subscription, id: string, ids: ReadonlySet<string>): DeliveryKind {
  if ([...ids].every((each) => rooms.holds(subscription, each))) return 'changed';
  for (const [root, before] of [...subscription.held]) {
    if (before.ids.has(id)) rooms.hold(subscription, root, new Set([...before.ids, ...ids]));
  }
  return 'entered';
}

/**
 * What a user's own document refers to is followed by the subscriptions whose documents it belongs to: with their rights,
 * and as long as they last.
 */
function followOwn(
  { rooms, collections, newestOf }: FanOut,
  connection: Connection,
  id: string,
  ids: ReadonlySet<string>,
): void {
  for (const subscription of connection.subscriptions.values()) {
    for (const [root, { ids: before }] of [...subscription.held]) {
      const [collection = '', key = ''] = root.split(' ');
      // Of a document that no row has brought yet the id is known.
      const doc = newestOf(root)?.doc ?? { id: key };
      const own = viewerRefsOf(collections, collection, doc, connection.userId);
      if (own.some((ref) => refId(ref) === id)) rooms.hold(subscription, root, new Set([...before, ...ids]));
    }
  }
}

/** Connections that get a row because its document is their user's own, whatever they have joined. */
function ownReaders({ rooms, collections }: FanOut, row: FeedRow): readonly Connection[] {
  const stays = row.doc === null ? row.topics : topicsOf(collections.get(row.collection), row.doc);
  return stays.flatMap((name) => {
    const owner = ownerOfTopic(name);
    return owner === null ? [] : [...rooms.ofUser(owner)];
  });
}

function strengthen(kinds: Map<Connection, DeliveryKind>, connection: Connection, kind: DeliveryKind): void {
  const before = kinds.get(connection);
  if (before === undefined || STRENGTH[kind] > STRENGTH[before]) kinds.set(connection, kind);
}

function packetRows(fanOut: FanOut, rows: readonly FeedRow[], kinds: ReadonlyMap<number, DeliveryKind>): Rows {
  const delivered = [...kinds].flatMap(([index, kind]) => {
    const row = rows[index];
    return row === undefined || !isOpen(fanOut, row) ? [] : [{ row, kind }];
  });
  const documents = delivered.map(({ row, kind }) => sendable(fanOut, kind === 'gone' ? { ...row, doc: null } : row));
  const entered: DocumentRef[] = delivered.filter(({ kind }) => kind === 'entered').map(({ row }) => row);
  const inPacket = new Set(documents.map(refId));
  const refs = [...reach(fanOut.collections, entered, (id) => fanOut.newestOf(id)?.doc).keys()]
    .filter((id) => !inPacket.has(id))
    .flatMap((id) => fanOut.newestOf(id) ?? [])
    .filter((document) => isOpen(fanOut, document));
  return {
    position: rows[0]?.position ?? '',
    documents,
    created: delivered.filter(({ row, kind }) => row.before === null && kind !== 'gone').map(({ row }) => refId(row)),
    refs: refs.map((document) => sendable(fanOut, document)),
  };
}

/** Whether a document may be sent: one that could not be opened is withheld. */
function isOpen({ collections }: FanOut, { collection, doc }: Versioned): boolean {
  return !holdsSealed(collections.get(collection), doc);
}

/**
 * A document as it is sent. It was decrypted when it was read; if its subject has been erased since, its personal data
 * is removed.
 */
function sendable({ collections, newestOf }: FanOut, document: Versioned): WireDocument {
  const isErased = (key: string) => (newestOf(refId({ collection: erasures.name, key }))?.doc ?? null) !== null;
  return wireDocument(withoutErased(collections, document, isErased));
}
