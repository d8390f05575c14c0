import { eventDefinitions } from '#domain/registry.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { collections } from '#projections/registry.ts';
import type { Cursor } from '#projections/sync/protocol.ts';
import { createOpenReads } from '#server/read/openReads.ts';
import { createPersonalData, type Withheld } from '#server/read/personalData.ts';
import { readAlone } from '#server/read/sharedReads.ts';
import { readTopic, type TopicRead } from '#server/read/snapshot.ts';
import type { Foundation } from '#server/roles/foundation.ts';

/** Reads a topic for a person, `null` for a visitor. @throws if it is refused: the time of a "no" is no figure */
export type ReadTopic = (name: string, reader: string | null, since?: Cursor | null) => Promise<TopicRead>;

/** The topics of a data folder, read as a server reads them, and no two reads shared. */
export function openTopics({ log }: Pick<Foundation, 'log'>, store: ReadStore): ReadTopic {
  const onWithheld = ({ reason }: Withheld) => {
    throw new Error(reason);
  };
  const personal = createPersonalData({ keys: log.keys, definitions: eventDefinitions, collections, onWithheld });
  const source = { store: createOpenReads(store, personal), collections, share: readAlone };
  return async (name, reader, since = null) => {
    const read = await readTopic(source, { name, since, floor: null, below: null }, reader);
    if ('refusal' in read) throw new Error(`${name}: ${read.refusal.text}`);
    return read;
  };
}
