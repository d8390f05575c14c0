import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type CampusCut,
  HOME_SET,
  projectionsOfSet,
  setNames,
  UNCUT,
  withCampusIn,
} from '#projections/engine/campusSets.ts';
import { systemClock } from '#projections/engine/clock.ts';
import type { GenerationBuilder } from '#projections/engine/generationBuilder.ts';
import { mergeReads, type Reads } from '#projections/engine/mergedReads.ts';
import { createProjector, type Projector } from '#projections/engine/projector.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { prepare, verify } from '#projections/engine/rebuild.ts';
import { collections, projections } from '#projections/registry.ts';
import { canonicalJson } from '#server/kernel/canonicalJson.ts';
import { appendAll, type BuildUnderTest, HISTORY } from './readStoreBuild.ts';

/** Read models cut by campus, on an engine under test. */
export interface SetsUnderTest extends Pick<BuildUnderTest, 'log' | 'events'> {
  /**
   * Opens the read models of a set under a cut. The same set again: what the processes of the cut before have left, which
   * have ended.
   *
   * @param place where there is one more read model of the name: apart from all others
   */
  openSet(
    cut: CampusCut,
    set: string,
    place?: string,
  ): Promise<{ readonly store: ReadStore; readonly builder: GenerationBuilder }>;
  dispose(): Promise<void>;
}

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ALL = 100_000;
const EAST = withCampusIn(UNCUT, 'ut', 'east');
const WEST = withCampusIn(EAST, 'ut', 'west');

/** Digest of all documents, tombstones and versions included. */
async function digestOf(store: Pick<Reads, 'scan'>): Promise<string> {
  const hash = createHash('sha256');
  for (const collection of [...collections.keys()].sort()) {
    for (const document of await store.scan(collection, '', ALL)) hash.update(canonicalJson(document)).update('\n');
  }
  return hash.digest('hex');
}

interface RunningSet {
  readonly store: ReadStore;
  readonly builder: GenerationBuilder;
  readonly projector: Projector;
}

/** The contract of engines that hold several sets of campuses (P4). */
export function campusSetsContract(name: string, open: () => Promise<SetsUnderTest>): void {
  describe(`sets of campuses: ${name}`, () => {
    let under: SetsUnderTest;
    let running: RunningSet[] = [];
    beforeEach(async () => {
      under = await open();
    });
    afterEach(async () => {
      await stop();
      await under.dispose();
    });

    async function stop(): Promise<void> {
      for (const { projector } of running) await projector.stop();
      for (const { store } of running) await store.close();
      running = [];
    }

    /** Starts the projectors of all sets, as the processes of a cut do. @returns what their readers read */
    async function start(
      cut: CampusCut,
      place?: string,
    ): Promise<{ readonly reads: Reads; readonly built: readonly string[] }> {
      const stores = new Map<string, ReadStore>();
      const built: string[] = [];
      for (const set of setNames(cut)) {
        const { store, builder } = await under.openSet(cut, set, place);
        const { log } = under;
        const own = projectionsOfSet(projections, cut, set);
        const projector = createProjector({ log, store, projections: own, onCommit: () => undefined, logger: QUIET });
        const stale = await store.stale();
        if (stale.length > 0) built.push(set);
        await prepare({ builder, log, store, projector, eras: await under.events.eras() });
        running.push({ store, builder, projector });
        await projector.start();
        stores.set(set, store);
      }
      return { reads: mergeReads({ cut, stores, projections, clock: systemClock }), built };
    }

    async function caughtUp(): Promise<void> {
      const head = await under.log.head();
      for (const { projector } of running) await projector.waitFor(head, 20_000);
    }

    it('[P4] hold together what one set holds, and a campus moves with everything that was there', async () => {
      const half = Math.floor(HISTORY.length / 2);
      await appendAll(under, HISTORY.slice(0, half));
      const whole = await start(UNCUT, 'whole');
      const cut = await start(EAST);
      await appendAll(under, HISTORY.slice(half));
      await caughtUp();
      const expected = await digestOf(whole.reads);
      expect(await digestOf(cut.reads)).toBe(expected);
      const east = running.at(-1)?.store;
      expect((await east?.scan('people', '', ALL)) ?? []).toEqual([]);
      expect(((await east?.scan('posts', '', ALL)) ?? []).length).toBeGreaterThan(0);
      const [generation, head] = [(await cut.reads.feedEnd()).generation, await under.log.head()];

      // The next cut, with a set more: those that the campus leaves or enters are built, and the home set is not.
      await stop();
      const moved = await start(WEST);
      await caughtUp();
      expect(moved.built).not.toContain(HOME_SET);
      expect(await digestOf(moved.reads)).toBe(expected);
      expect(await moved.reads.feedEnd()).toMatchObject({ position: head });
      expect((await moved.reads.feedEnd()).generation).not.toBe(generation);
      for (const each of running) expect((await verify({ ...each, log: under.log })).differences).toEqual([]);

      // And back home: the set that was left is gone, and the home set is built anew with the campus.
      await stop();
      const back = await start(withCampusIn(WEST, 'ut', HOME_SET));
      await caughtUp();
      expect(back.built).toEqual([HOME_SET]);
      expect(await digestOf(back.reads)).toBe(expected);
    });
  });
}
