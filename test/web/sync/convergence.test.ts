import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { collections } from '#projections/registry.ts';
import { accessOracle } from '#test/proof/simulate/accessOracle.ts';
import type { Community } from '#test/proof/simulate/community.ts';
import { freshState, shownState } from '#test/proof/simulate/expectation.ts';
import type { SimServer } from '#test/proof/simulate/simServer.ts';
import { play, stories } from '#test/proof/simulate/story.ts';
import { runsOf } from '#test/runs.ts';

const RUNS = runsOf(25);
/** Documents that one story sends, at least, on average. */
const SENT_MIN = 400;
/** Milliseconds of one property on a busy machine; alone it takes some 10 s. */
const TIMEOUT_MS = 480_000;
/** Milliseconds after which a failed property gives the shortest story found so far. */
const SHRINK_MAX_MS = 420_000;

const PATIENCE = { interruptAfterTimeLimit: SHRINK_MAX_MS, markInterruptAsFailure: true };

/** Plays random stories and checks the end of each. */
async function check(seed: number, look: (community: Community) => Promise<void>): Promise<void> {
  const property = fc.asyncProperty(stories, async (story) => {
    const community = await play(story);
    await look(community);
    for (const { store } of community.members) store.stop();
  });
  await fc.assert(property, { seed, numRuns: RUNS, ...PATIENCE });
}

describe('clients and the hub, in random stories of drops, restarts, reloads and slow networks', () => {
  it(
    '[FEED-03] [COMM-10] [POST-16] [P5] every client ends with exactly what a fresh snapshot holds',
    () =>
      check(20260301, async ({ server, members }) => {
        const source = { store: server.reads, collections };
        for (const { store, userId, transport } of members) {
          // A page that was away when its session ended does not know it yet.
          if (transport.userId !== userId || !(userId === null || transport.hasSession)) continue;
          expect(shownState(store)).toEqual(await freshState(source, store.floors(), userId));
        }
      }),
    TIMEOUT_MS,
  );

  it(
    '[SAVE-04] [DATA-14] [P2] [P7] every command takes effect once or not at all, as its sender was answered',
    () =>
      check(20260302, async ({ server, members }) => {
        const events = await server.events();
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
        for (const { sent, store } of members) {
          for (const { commandId, outcome } of sent) {
            // A restored backup loses later commands, even acknowledged ones.
            if (server.lost.has(commandId)) continue;
            // A fence bars a late append; it is no effect of the command.
            const own = events.filter(({ meta, type }) => meta.commandId === commandId && type !== 'Fenced');
            // One append: beside each other in the log, and in one stream.
            const [first] = own;
            for (const [at, event] of own.entries()) {
              expect(event.stream).toBe(first?.stream);
              expect(events.indexOf(event)).toBe(events.indexOf(first ?? event) + at);
            }
            if (outcome?.ok === false) expect(own).toEqual([]);
            if (outcome?.ok === true) expect(outcome.position).toBe(own.at(-1)?.position ?? null);
          }
          // No command is left on its way, so no prediction is either: the rest was refused and keeps its text.
          expect(store.view.getState().outbox.filter(({ status }) => status !== 'rejected')).toEqual([]);
        }
      }),
    TIMEOUT_MS,
  );

  it(
    'keeps the order in which a member gave commands about one thing',
    () =>
      check(20260303, async ({ server, members }) => {
        const events = await server.events();
        for (const { sent } of members) {
          const order = new Map(sent.map(({ commandId }, index) => [commandId, index]));
          // Commands that a restored backup did not have may be given again, with other content, and are new then.
          // A fence is no effect of its command.
          const own = events.filter(
            ({ meta, type }) => order.has(meta.commandId) && !server.lost.has(meta.commandId) && type !== 'Fenced',
          );
          for (const ofStream of Map.groupBy(own, ({ stream }) => stream).values()) {
            const given = ofStream.map(({ meta }) => order.get(meta.commandId) ?? 0);
            expect(given).toEqual([...given].sort((a, b) => a - b));
          }
        }
      }),
    TIMEOUT_MS,
  );

  it(
    '[P8] nobody is ever sent a document that the rules of access deny, by rows, refs or answers',
    async () => {
      let sent = 0;
      const property = fc.asyncProperty(stories, async (story) => {
        let oracle: ReturnType<typeof accessOracle> | null = null;
        const listen = (server: SimServer) => {
          oracle = accessOracle(server);
          return oracle.wiretap;
        };
        const { members } = await play(story, listen);
        const heard = oracle as ReturnType<typeof accessOracle> | null;
        expect(heard?.leaks).toEqual([]);
        sent += heard?.sent ?? 0;
        for (const { store } of members) store.stop();
      });
      await fc.assert(property, { seed: 20260304, numRuns: RUNS, ...PATIENCE });
      expect(sent).toBeGreaterThan(RUNS * SENT_MIN);
    },
    TIMEOUT_MS,
  );
});
