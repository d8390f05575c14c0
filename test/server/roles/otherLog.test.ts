import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { recordingOf, START } from '#projections/engine/eventLog.ts';
import { createProjector } from '#projections/engine/projector.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { prepare } from '#projections/engine/rebuild.ts';
import { projections } from '#projections/registry.ts';
import { presentEra } from '#projections/sync/eras.ts';
import { createMemoryEventStore, type MemoryBackup } from '#server/engines/memory/eventStore.ts';
import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemoryBuilder } from '#server/engines/memory/readStoreBuilder.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { sampleEvents } from '#test/contract/eventStoreSamples.ts';

/** One thing that happens to a log and its read models. */
const stepArbitrary = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'append' } as const) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('give again' as const), which: fc.nat(20) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('project' as const), events: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'another process begins an era' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'the projector notes the era' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'back up' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'restore' } as const) },
  { weight: 4, arbitrary: fc.constant({ kind: 'take over' } as const) },
);
type Step = typeof stepArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** A log with its read models, and beside both a list of what each of them holds. */
class World {
  #store = createMemoryEventStore();
  readonly #readStore = createMemoryReadStore(readModels);
  /** The recordings of the log, and those that the read models have folded, by a number for each that there ever was. */
  #logged: readonly number[] = [];
  #folded: readonly number[] = [];
  #backup: { readonly log: MemoryBackup; readonly logged: readonly number[] } = {
    log: this.#store.backup(),
    logged: [],
  };
  /** Whether the projector has committed since the last build. */
  #hasCommitted = false;
  readonly #ids: string[] = [];
  #recorded = 0;

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'append':
        return this.#append(randomUUID());
      case 'give again': {
        const logged = await this.#store.readAll(START, 1_000);
        const lost = this.#ids.filter((id) => !logged.some((event) => event.id === id));
        const again = lost[step.which % lost.length];
        return again === undefined ? undefined : this.#append(again);
      }
      case 'project':
        return this.#project(step.events);
      case 'another process begins an era':
        return this.#store.begin();
      case 'the projector notes the era':
        // It goes on only with a log that holds what it has folded.
        return this.#isOwn() ? this.#readStore.noteEra(presentEra(await this.#store.eras())) : undefined;
      case 'back up':
        this.#backup = { log: this.#store.backup(), logged: this.#logged };
        return;
      case 'restore':
        this.#store = createMemoryEventStore(this.#backup.log);
        this.#logged = this.#backup.logged;
        return;
      case 'take over':
        return this.#takeOver();
    }
  }

  #isOwn(): boolean {
    return this.#folded.every((recording, index) => this.#logged[index] === recording);
  }

  async #append(id: string): Promise<void> {
    this.#recorded += 1;
    const [event] = sampleEvents(1);
    if (event === undefined) return;
    const at = new Date(this.#recorded).toISOString();
    await this.#store.append(`s-${id}`, NO_STREAM, [{ ...event, id, meta: { ...event.meta, at } }]);
    this.#ids.push(id);
    this.#logged = [...this.#logged, this.#recorded];
  }

  async #project(limit: number): Promise<void> {
    if (!this.#isOwn()) return;
    const from = await this.#readStore.checkpoint();
    const events = await this.#store.readAll(from, limit);
    const last = events.at(-1);
    if (last === undefined) return;
    await this.#readStore.commit({ from, to: last.position, recording: recordingOf(last), rows: [], parked: [] });
    this.#folded = this.#logged.slice(0, this.#folded.length + events.length);
    this.#hasCommitted = true;
  }

  /** The next projector starts: it builds read models of another log anew, and those of this log never. */
  async #takeOver(): Promise<void> {
    const store = this.#readStore;
    const { sealed: log } = createEventLog(this.#store, createMemoryVault().keys, {});
    const projector = createProjector({ log, store, projections, onCommit: () => undefined, logger: silentLogger });
    const builder = createMemoryBuilder(store, this.#store, projections);
    this.#store.begin();
    const isBuilt = (await prepare({ builder, log, store, projector, eras: await this.#store.eras() })) !== null;
    if (!this.#isOwn()) expect(isBuilt).toBe(true);
    else if (this.#hasCommitted) expect(isBuilt).toBe(false);
    if (!isBuilt) return;
    this.#folded = this.#logged;
    this.#hasCommitted = false;
  }
}

it('[P4 in part] a projector that takes over keeps read models of this log and no others, in any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
      const world = new World();
      for (const step of steps) await world.take(step);
      await world.take({ kind: 'take over' });
    }),
    { numRuns: 300 },
  );
});
