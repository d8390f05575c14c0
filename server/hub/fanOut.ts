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
type Manner = 'gone' | 'changed' | 'entered';
const STRENGTH: Readonly<Record<Manner, number>> = { gone: 0, changed: 1, entered: 2 };

/** What the rows of one event are told from. */
export interface FanOut {
  readonly collections: Collections;
  readonly rooms: Rooms;
  /** The newest that is known of a document. */
  readonly newestOf: (id: string) => Versioned | undefined;
}

/** Finds out who is told what of one event, and joins readers to what newly enters their windows. */
export function packetsOf(fanOut: FanOut, rows: readonly FeedRow[]): readonly Packet[] {
  const told = new Map<Connection, Map<number, Manner>>();
  rows.forEach((row, index) => {
    for (const [connection, manner] of mannersOf(fanOut, row)) {
      const manners = told.get(connection) ?? new Map<number, Manner>();
      told.set(connection, manners.set(index, manner));
    }
  });
  const groups = new Map<
    string,
    { readonly manners: ReadonlyMap<number, Manner>; readonly connections: Connection[] }
  >();
  for (const [connection, manners] of told) {
    const signature = [...manners].map(([index, manner]) => `${index}${manner}`).join();
    const group = groups.get(signature);
    if (group === undefined) groups.set(signature, { manners, connections: [connection] });
    else group.connections.push(connection);
  }
  return [...groups.values()].map(({ manners, connections }) => ({
    connections,
    rows: packetRows(fanOut, rows, manners),
  }));
}

/** Who is told a row, and how. */
function mannersOf(fanOut: FanOut, row: FeedRow): ReadonlyMap<Connection, Manner> {
  const { rooms, collections } = fanOut;
  const id = refId(row);
  const ids = new Set(reach(collections, [row], (each) => (each === id ? row.doc : fanOut.newestOf(each)?.doc)).keys());
  const manners = new Map<Connection, Manner>();
  const tell = ({ connection }: Subscription, manner: Manner) => strengthen(manners, connection, manner);

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
  for (const connection of ownReaders(fanOut, row)) strengthen(manners, connection, 'changed');
  return manners;
}

/** A document that held ones refer to has changed, and with it perhaps what they reach. */
function follow(rooms: Rooms, subscription: Subscription, id: string, ids: ReadonlySet<string>): Manner {
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

function strengthen(manners: Map<Connection, Manner>, connection: Connection, manner: Manner): void {
  const before = manners.get(connection);
  if (before === undefined || STRENGTH[manner] > STRENGTH[before]) manners.set(connection, manner);
}

function packetRows(fanOut: FanOut, rows: readonly FeedRow[], manners: ReadonlyMap<number, Manner>): Rows {
  const told = [...manners].flatMap(([index, manner]) => {
    const row = rows[index];
    return row === undefined || !isOpen(fanOut, row) ? [] : [{ row, manner }];
  });
  const documents = told.map(({ row, manner }) => tellable(fanOut, manner === 'gone' ? { ...row, doc: null } : row));
  const entered: DocumentRef[] = told.filter(({ manner }) => manner === 'entered').map(({ row }) => row);
  const inPacket = new Set(documents.map(refId));
  const refs = [...reach(fanOut.collections, entered, (id) => fanOut.newestOf(id)?.doc).keys()]
    .filter((id) => !inPacket.has(id))
    .flatMap((id) => fanOut.newestOf(id) ?? [])
    .filter((document) => isOpen(fanOut, document));
  return {
    position: rows[0]?.position ?? '',
    documents,
    created: told.filter(({ row, manner }) => row.before === null && manner !== 'gone').map(({ row }) => refId(row)),
    refs: refs.map((document) => tellable(fanOut, document)),
  };
}

/** Whether a document may be sent: one that could not be opened is withheld. */
function isOpen({ collections }: FanOut, { collection, doc }: Versioned): boolean {
  return !holdsSealed(collections.get(collection), doc);
}

/** A document as it is sent: it was read open, and its subject may have been erased since. */
function tellable({ collections, newestOf }: FanOut, document: Versioned): WireDocument {
  const isErased = (key: string) => (newestOf(refId({ collection: erasures.name, key }))?.doc ?? null) !== null;
  return wireDocument(withoutErased(collections, document, isErased));
}
