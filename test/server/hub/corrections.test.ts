import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { createProjector } from '#projections/engine/projector.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { collections, projections, signals } from '#projections/registry.ts';
import type { Rows } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemoryBuilder } from '#server/engines/memory/readStoreBuilder.ts';
import { createHub } from '#server/hub/hub.ts';
import { systemHubClock } from '#server/hub/ports.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { createLogBuilder, id, registration } from '#test/projections/support/events.ts';
import { createScriptedLog } from '#test/projections/support/scriptedLog.ts';
import { plainReads } from '#test/server/support/plainReads.ts';
import { knownEras } from './hubRig.ts';

const ann = id('ann');

function aLog(): readonly RecordedEvent[] {
  const log = createLogBuilder();
  log.add('UserRegistered', registration('ann'));
  log.add('EmailConfirmed', { userId: ann, codeId: id('code') });
  log.add('UserRegistered', registration('bob'));
  return log.events;
}

describe('what a rebuild corrects', () => {
  it('[P4] [P5] is sent to those who hold the document, though no event moved the position on', async () => {
    const log = createScriptedLog(aLog());
    const store = createMemoryReadStore(readModels);
    const dispatch = async () => ({ ok: true, position: null }) as const;
    const hub = createHub({
      store: plainReads(store),
      collections,
      signals,
      eras: knownEras(),
      head: () => log.head(),
      dispatch,
      clock: systemHubClock,
      logger: silentLogger,
    });
    let publishing = Promise.resolve();
    const onCommit = (commit: Parameters<typeof hub.publish>[0]) => {
      publishing = hub.publish(commit);
    };
    const projector = createProjector({ log, store, projections, onCommit, logger: silentLogger });
    await hub.start();
    await projector.start();
    await projector.waitFor(await log.head(), 5_000);

    const [right] = await store.get([{ collection: people.name, key: ann }]);
    const at = await store.checkpoint();
    const wrong = { ...(right?.doc as object), verified: false };
    // As a fault of the disk would do it: no commit, and no row of the feed.
    store.documents.put({ collection: people.name, key: ann, position: right?.position ?? at, doc: wrong });

    const received: Rows[] = [];
    const send = (_ids: readonly string[], event: string, payload: unknown) => {
      if (event === 'rows') received.push(payload as Rows);
    };
    const transport = {
      broadcaster: { send },
      backlog: () => ({ bytes: 0, packets: 0 }),
      taken: async () => undefined,
      end: () => undefined,
    };
    const peer = hub.connect({ id: 'c1', userId: null, sessionId: null, campus: 'ou', address: '::1', transport });
    const topic = topicName.person(ann);
    expect(await peer.receive('subscribe', { topic, since: null, floor: null, notBefore: at })).toMatchObject({
      ok: true,
    });

    await rebuild({ builder: createMemoryBuilder(store, log, projections), log, store, projector });
    await hub.waitFor(at);
    await publishing;
    await hub.close();
    const documents = received.flatMap((rows) => rows.documents);
    expect(documents).toEqual([{ collection: people.name, key: ann, position: at, doc: right?.doc }]);
    await projector.stop();
  });
});
