import { describe, expect, it } from '@jest/globals';
import { VISITOR } from '#domain/kernel/access.ts';
import { createRegistry } from '#domain/kernel/registry.ts';
import { nouns as domainNouns } from '#domain/nouns.ts';
import { createProjector } from '#projections/engine/projector.ts';
import type { FeedRow } from '#projections/engine/readStore.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { createReadModels } from '#projections/kernel/registry.ts';
import { nouns } from '#projections/nouns.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemoryBuilder } from '#server/engines/memory/readStoreBuilder.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { createOpenReads } from '#server/read/openReads.ts';
import { createPersonalData } from '#server/read/personalData.ts';
import { soleWriterOutcomes } from '#server/soleWriter/soleWriterOutcomes.ts';
import { createDispatcher } from '#server/write/dispatcher.ts';
import { as, system } from '../domain/given.ts';
import { ada, confirmed, desk, id, joined, posted, registered } from '../domain/samples.ts';
import { offerNoun } from '../fixtures/noun/domain.ts';
import { type Offer, offerProjection, offerTopicNames } from '../fixtures/noun/projection.ts';

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
const AT = '2026-03-01T12:00:00.000Z';

/** The product with one noun more, in memory: nothing of it is changed, the noun is only listed. */
async function productWithOffers() {
  const domain = createRegistry([...domainNouns, offerNoun]);
  const read = createReadModels([...nouns, offerProjection], domain.eventDefinitions);
  const store = createMemoryEventStore();
  const vault = createMemoryVault();
  const log = createEventLog(store, vault.keys, domain.eventDefinitions);
  const secret = new Uint8Array(32);
  const dispatcher = createDispatcher({
    ...{ store, log, clock: () => new Date(AT), aggregates: domain.aggregates, commands: domain.commandDefinitions },
    secrets: { claim: secret, command: secret },
    outcomes: soleWriterOutcomes(store.appendsMayLandLate, () => 0),
    media: { describe: async () => new Map() },
  });
  const { projections } = read;
  const readStore = createMemoryReadStore({ projections });
  const withheld: string[] = [];
  const personalData = createPersonalData({
    ...{ keys: log.keys, definitions: domain.eventDefinitions, collections: read.foldTable.collections },
    onWithheld: ({ reason }) => void withheld.push(reason),
  });
  const reads = createOpenReads(readStore, personalData);
  const rows: FeedRow[] = [];
  const projector = createProjector({
    ...{ log: log.sealed, store: readStore, projections, definitions: domain.eventDefinitions, logger: QUIET },
    onCommit: (commit) => void rows.push(...commit.rows),
  });
  const builder = createMemoryBuilder(readStore, log.sealed, projections, domain.eventDefinitions);

  const happen = async (stream: string, events: readonly { readonly type: string; readonly data: unknown }[]) => {
    const meta = { commandHash: '', actor: 'test', campus: 'ou', at: AT, causedBy: null };
    const unsealed = events.map((event, index) => {
      const eventId = id(`${stream} ${index}`);
      return { id: eventId, version: 1, ...event, meta: { ...meta, commandId: eventId } };
    });
    await store.append(stream, -1, await log.seal(unsealed));
  };
  await happen(`user-${ada}`, [registered(), confirmed(), joined()]);
  await happen(`post-${desk}`, [posted()]);
  await projector.start();

  const give = (type: string, name: string, data: unknown, actor = as(ada)) =>
    dispatcher.dispatch({ id: id(name), type, version: 1, data }, { actor, campus: 'ou', origin: 'client' });
  const caughtUp = async () => projector.waitFor(await log.head(), 5_000);
  const offersOf = async (campus: string) => {
    const topic = read.findTopic(offerTopicNames.offers(campus));
    if (topic === null || topic.refuse(VISITOR, undefined) !== null) throw new Error('The offers are not open.');
    const found = await reads.query(topic.collection, topic.query, topic.values, {
      below: null,
      atOrAbove: null,
      limit: topic.firstPage,
    });
    return found.map(({ doc }) => doc as Offer);
  };
  return { read, log, vault, withheld, readStore, projector, builder, rows, dispatcher, give, caughtUp, offersOf };
}

describe('a noun that is only listed', () => {
  it('[P4] [P10] goes from a command to a row of its topic, a rebuild and an erasure', async () => {
    const { log, vault, withheld, readStore, projector, builder, rows, dispatcher, give, caughtUp, offersOf } =
      await productWithOffers();
    expect(await give('MakeOffer', 'offer', { postId: desk, words: 'Forty dollars?' })).toMatchObject({ ok: true });
    expect(await give('MakeOffer', 'none', { postId: id('none'), words: '' })).toMatchObject({
      rejection: { code: 'OFFERED_ON_GONE' },
    });
    await caughtUp();
    const topic = offerTopicNames.offers('ou');
    expect(rows.filter(({ topics }) => topics.includes(topic))).toMatchObject([
      { collection: 'offers', doc: { author: ada } },
    ]);
    const [made] = await offersOf('ou');
    expect(made).toMatchObject({ author: ada, campus: 'ou' });
    expect(made?.words).toBe('Forty dollars?');
    expect(JSON.stringify(rows)).not.toContain('Forty dollars?');

    const report = await rebuild({ builder, log, store: readStore, projector, only: ['offer'] });
    expect(report.differences).toEqual([]);
    expect(await offersOf('ou')).toEqual([made]);

    const erased = await dispatcher.dispatch(
      { id: id('erase'), type: 'EraseUser', version: 1, data: { userId: ada } },
      { actor: system, campus: 'ou', origin: 'server' },
    );
    expect(erased.ok).toBe(true);
    await caughtUp();
    // As the reactor does it on a server.
    await vault.keys.destroy([ada]);
    log.forget([ada]);
    expect(await offersOf('ou')).toMatchObject([{ id: made?.id, words: null }]);
    expect(withheld).toEqual([]);
    expect(await give('WithdrawOffer', 'late', { offerId: made?.id })).toMatchObject({ ok: true });
    await caughtUp();
    expect(await offersOf('ou')).toEqual([]);
    await projector.stop();
  });

  it('is shown before the answer by its own decider and folds', async () => {
    const { read, projector, offersOf } = await productWithOffers();
    expect(await offersOf('ou')).toEqual([]);
    const held = { get: () => undefined };
    const command = { id: id('offer'), type: 'MakeOffer', data: { postId: desk, words: 'x' } };
    expect(read.predictions.MakeOffer?.(command, held, { userId: ada, campus: 'ou' })).toEqual([]);
    expect(read.foldTable.foldsOf('OfferMade')).toHaveLength(1);
    await projector.stop();
  });
});
