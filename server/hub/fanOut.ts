import type { FeedRow } from '#projections/engine/readStore.ts';
import { type DocumentRef, refId, topicsOf, type Versioned } from '#projections/kernel/collection.ts';
import { erasures, holdsSealed, withoutErased } from '#projections/kernel/erasure.ts';
import type { Rows, WireDocument } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { type Collections, isInTopic, isInWindow, reach } from '#projections/sync/window.ts';
import { wireDocument } from '../read/topicAnswer.ts';
import type { Connection, Subscription } from './connection.ts';
import type { Rooms } from './rooms.ts';

/** One packet and everybody who gets it: it is encoded once. */
export interface Packet {
  readonly connections: readonly Connection[];
  readonly rows: Rows;
}

/**
 * How a row reaches a connection. `gone`: it left the reader's sight · `changed`: the reader has it, or it is the
 * reader's own · `entered`: it is new in a window, and what it refers to comes along.
 */
type DeliveryKind = 'gone' | 'changed' | 'entered';
const STRENGTH: Readonly<Record<DeliveryKind, number>> = { gone: 0, changed: 1, entered: 2 };

/** What the rows of one event are told from. */
export interface FanOut {
  readonly collections: Collections;
  readonly rooms: Rooms;
  /** The newest that is known of a document. */
  readonly newestOf: (id: string) => Versioned | undefined;
}

/** Finds out who is told what of one event, and joins readers to what newly enters their windows. */
export function packetsOf(fanOut: FanOut, rows: readonly FeedRow[]): readonly Packet[] {
  const told = new Map<Connection, Map<number, DeliveryKind>>();
  rows.forEach((row, index) => {
    for (const [connection, kind] of deliveryKindsOf(fanOut, row)) {
      const kinds = told.get(connection) ?? new Map<number, DeliveryKind>();
      told.set(connection, kinds.set(index, kind));
    }
  });
  const groups = new Map<
    string,
    { readonly kinds: ReadonlyMap<number, DeliveryKind>; readonly connections: Connection[] }
  >();
  for (const [connection, kinds] of told) {
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

/** Who is told a row, and how. */
function deliveryKindsOf(fanOut: FanOut, row: FeedRow): ReadonlyMap<Connection, DeliveryKind> {
  const { rooms, collections } = fanOut;
  const id = refId(row);
  const ids = new Set(reach(collections, [row], (each) => (each === id ? row.doc : fanOut.newestOf(each)?.doc)).keys());
  const kinds = new Map<Connection, DeliveryKind>();
  const tell = ({ connection }: Subscription, kind: DeliveryKind) => strengthen(kinds, connection, kind);

  const readers = new Set(rooms.holding(id));
  for (const name of row.topics) for (const subscription of rooms.inTopic(name)) readers.add(subscription);
  for (const subscription of readers) {
    const { topic, floor, held } = subscription;
    const isRoot = held.has(id);
    const belongs = isInTopic(collections, topic, row.collection, row.doc) && isInWindow(topic, floor, row.doc);
    if (belongs) {
      const brings = [...ids].some((each) => !rooms.holds(subscription, each));
      rooms.hold(subscription, id, ids);
      tell(subscription, brings ? 'entered' : 'changed');
    } else {
      if (isRoot) rooms.release(subscription, id);
      if (rooms.holds(subscription, id)) tell(subscription, follow(rooms, subscription, id, ids));
      else if (isRoot) tell(subscription, 'gone');
    }
  }
  for (const connection of ownReaders(fanOut, row)) strengthen(kinds, connection, 'changed');
  return kinds;
}

/** A document that held ones refer to has changed, and with it perhaps what they reach. */
function follow(rooms: Rooms, subscription: Subscription, id: string, ids: ReadonlySet<string>): DeliveryKind {
  if ([...ids].every((each) => rooms.holds(subscription, each))) return 'changed';
  for (const [root, before] of [...subscription.held]) {
    if (before.ids.has(id)) rooms.hold(subscription, root, new Set([...before.ids, ...ids]));
  }
  return 'entered';
}

/** The people to whom a row is told because it is their own, whatever they have joined. */
function ownReaders({ rooms, collections }: FanOut, row: FeedRow): readonly Connection[] {
  const stays = row.doc === null ? row.topics : topicsOf(collections.get(row.collection), row.doc);
  const me = topicName.me('');
  return stays.filter((name) => name.startsWith(me)).flatMap((name) => [...rooms.ofUser(name.slice(me.length))]);
}

function strengthen(kinds: Map<Connection, DeliveryKind>, connection: Connection, kind: DeliveryKind): void {
  const before = kinds.get(connection);
  if (before === undefined || STRENGTH[kind] > STRENGTH[before]) kinds.set(connection, kind);
}

function packetRows(fanOut: FanOut, rows: readonly FeedRow[], kinds: ReadonlyMap<number, DeliveryKind>): Rows {
  const told = [...kinds].flatMap(([index, kind]) => {
    const row = rows[index];
    return row === undefined || !isOpen(fanOut, row) ? [] : [{ row, kind }];
  });
  const documents = told.map(({ row, kind }) => sendable(fanOut, kind === 'gone' ? { ...row, doc: null } : row));
  const entered: DocumentRef[] = told.filter(({ kind }) => kind === 'entered').map(({ row }) => row);
  const inPacket = new Set(documents.map(refId));
  const refs = [...reach(fanOut.collections, entered, (id) => fanOut.newestOf(id)?.doc).keys()]
    .filter((id) => !inPacket.has(id))
    .flatMap((id) => fanOut.newestOf(id) ?? [])
    .filter((document) => isOpen(fanOut, document));
  return {
    position: rows[0]?.position ?? '',
    documents,
    created: told.filter(({ row, kind }) => row.before === null && kind !== 'gone').map(({ row }) => refId(row)),
    refs: refs.map((document) => sendable(fanOut, document)),
  };
}

/** Whether a document may be sent: one that could not be opened is withheld. */
function isOpen({ collections }: FanOut, { collection, doc }: Versioned): boolean {
  return !holdsSealed(collections.get(collection), doc);
}

/** A document as it is sent: it was read open, and its subject may have been erased since. */
function sendable({ collections, newestOf }: FanOut, document: Versioned): WireDocument {
  const isErased = (key: string) => (newestOf(refId({ collection: erasures.name, key }))?.doc ?? null) !== null;
  return wireDocument(withoutErased(collections, document, isErased));
}
