import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { collections } from '#projections/registry.ts';
import { accessOracle } from '#test/proof/simulate/accessOracle.ts';
import { freshState, shownState } from '#test/proof/simulate/expectation.ts';
import type { SimServer } from '#test/proof/simulate/simServer.ts';
import { SimTwoWays } from '#test/proof/simulate/simTwoWays.ts';
import { play, stories } from '#test/proof/simulate/story.ts';
import { runsOf } from '#test/runs.ts';

const RUNS = runsOf(8);
/** Milliseconds of the property on a busy machine. */
const TIMEOUT_MS = 480_000;

describe('clients through whose network WebSockets come for a while and then not, in random stories', () => {
  it(
    '[P2] [P5] [P8] every client ends with exactly what a fresh snapshot holds, every command took effect once, and nobody got what is denied',
    async () => {
      let asked = 0;
      const property = fc.asyncProperty(stories, async (story) => {
        let leaks: readonly string[] = [];
        const listen = (server: SimServer) => {
          const oracle = accessOracle(server);
          leaks = oracle.leaks;
          return oracle.wiretap;
        };
        const { server, members } = await play(story, listen, (...parts) => new SimTwoWays(...parts));
        expect(leaks).toEqual([]);
        const source = { store: server.reads, collections };
        for (const { store, userId, transport } of members) {
          if (store.view.getState().isSlow) asked += 1;
          if (transport.userId !== userId || !(userId === null || transport.hasSession)) continue;
          expect(shownState(store)).toEqual(await freshState(source, store.floors(), userId));
        }
        const events = await server.events();
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
        for (const { sent, store } of members) {
          for (const { commandId } of sent) {
            const own = events.filter(({ meta, type }) => meta.commandId === commandId && type !== 'Fenced');
            expect(new Set(own.map(({ stream }) => stream)).size).toBeLessThanOrEqual(1);
          }
          store.stop();
        }
      });
      await fc.assert(property, {
        seed: 20261129,
        numRuns: RUNS,
        interruptAfterTimeLimit: 420_000,
        markInterruptAsFailure: true,
        endOnFailure: true,
      });
      // Both ways were in use at the ends.
      expect(asked).toBeGreaterThan(RUNS);
    },
    TIMEOUT_MS,
  );
});
