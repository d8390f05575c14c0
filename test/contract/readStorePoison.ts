import { expect, it } from '@jest/globals';
import { createProjector } from '#projections/engine/projector.ts';
import { rebuild, verify } from '#projections/engine/rebuild.ts';
import { createLogBuilder, creation, id, saving, topLevel } from '#test/projections/support/events.ts';
import { POISON_CAMPUS, projections } from '#test/projections/support/fragile.ts';
import { appendAll, type BuildUnderTest } from './readStoreBuild.ts';

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The contract of documents whose fold fails. @param open read models of `test/projections/support/fragile.ts` */
export function readStorePoisonContract(name: string, open: () => Promise<BuildUnderTest>): void {
  it(`[P4] a rebuild parks the same documents as live, at the same positions: ${name}`, async () => {
    const side = await open();
    const bike = topLevel('bike', 'ann');
    const log = createLogBuilder();
    log.add('PostCreated', creation(bike));
    log.add('PostSaved', saving(bike, 'bob'));
    log.add('PostSaved', { ...saving(bike, 'cid'), campus: POISON_CAMPUS });
    log.add('PostSaved', saving(bike, 'cid'));
    await appendAll(side, log.events);

    const projector = createProjector({ ...side, projections, onCommit: () => undefined, logger: QUIET });
    await projector.start();
    await projector.waitFor(await side.log.head(), 20_000);
    const live = await side.store.parked();
    expect(live).toMatchObject([{ collection: 'tallies', key: id('cid'), position: log.events[2]?.position }]);
    expect((await projector.status()).parked).toEqual(live);

    const options = { ...side, projector };
    const places = live.map(({ collection, key, position }) => ({ collection, key, position }));
    expect(await verify(options)).toMatchObject({ differences: [], parked: places });
    expect(await rebuild(options)).toMatchObject({ differences: [], parked: places });
    expect(await side.store.parked()).toMatchObject(places);
    await projector.stop();
    await side.dispose();
  });
}
