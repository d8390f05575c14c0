import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { effectiveCommandId } from '#domain/kernel/ids.ts';
import { isSystemEvent } from '#domain/kernel/systemEvents.ts';
import type { UserState } from '#domain/user/state.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import type { AppendFault, MemoryEventStore } from '#server/adapters/memory/eventStore.ts';
import type { Dispatcher } from '#server/dispatch/dispatcher.ts';
import type { Outcome } from '#server/dispatch/outcome.ts';
import { type DispatchRig, dispatchRig } from '../support/dispatchRig.ts';
import { idOf, VISITOR } from '../support/people.ts';

const STORIES = 200;
/** Milliseconds; the machine may be busy. */
const TIMEOUT_MS = 60_000;
const PEOPLE = 3;
/** Tries after which a command that nobody disturbs any more must have an answer. */
const CALM_TRIES = 5;

/** Most faults hit the append that makes an account: its claims are taken by then. */
const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sign-up' as const),
      who: fc.nat(PEOPLE - 1),
      email: fc.nat(1),
      host: fc.nat(1),
      fault: fc.constantFrom<AppendFault | null>('lands', 'lands-late', 'lands-late', 'never-lands', null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.constantFrom<AppendFault>('lands', 'lands-late', 'never-lands'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('land' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 61_000) }) },
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** What was told about each command: an answer that was given must stay true. */
type Told = Map<string, Outcome>;

/** Two processes on one store whose appends may land late. */
class World {
  readonly rig: DispatchRig;
  readonly told: Told = new Map();
  /** The fault of the next append that makes an account. */
  accountFault: AppendFault | null = null;
  readonly #hosts: readonly Dispatcher[];

  constructor() {
    this.rig = dispatchRig((store) => this.#faulty(store));
    this.#hosts = [this.rig.dispatcher, this.rig.restart()];
  }

  async signUp(who: number, email: number, host: number): Promise<void> {
    const id = idOf(`person ${who} as ${email}`);
    const data = { email: `shared${email}@ou.edu`, name: 'Ada Lovelace', acceptedTerms: true };
    try {
      this.told.set(id, await this.rig.give(VISITOR, id, 'RegisterUser', data, this.#hosts[host]));
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }

  #faulty(store: MemoryEventStore): MemoryEventStore {
    return {
      ...store,
      append: (stream, revision, events) => {
        if (this.accountFault !== null && events.some(({ type }) => type === 'UserRegistered')) {
          store.faults.failNextAppend(this.accountFault);
          this.accountFault = null;
        }
        return store.append(stream, revision, events);
      },
    };
  }
}

async function tell(story: readonly Step[]): Promise<World> {
  const world = new World();
  const { store, clock } = world.rig;
  const asked = new Map<string, readonly [number, number]>();
  for (const step of story) {
    if (step.kind === 'fault') store.faults.failNextAppend(step.fault);
    else if (step.kind === 'land') store.faults.landLate();
    else if (step.kind === 'wait') clock.advance(step.ms);
    else {
      world.accountFault = step.fault;
      await world.signUp(step.who, step.email, step.host);
      asked.set(`${step.who} ${step.email}`, [step.who, step.email]);
    }
  }
  // Calm: every command is tried until it has an answer, while what is late still lands.
  world.accountFault = null;
  for (let calm = 0; calm < CALM_TRIES; calm += 1) {
    clock.advance(61_000);
    for (const [who, email] of asked.values()) await world.signUp(who, email, calm % 2);
    store.faults.landLate();
  }
  return world;
}

async function ownersOf(rig: DispatchRig, events: readonly RecordedEvent[], field: 'email' | 'username') {
  const ids = [...new Set(events.filter(({ type }) => type === 'UserRegistered').map(({ stream }) => stream.slice(5)))];
  const states = await Promise.all(ids.map((id) => rig.dispatcher.stateOf('user', id)));
  return states.map((state) => (state as UserState)[field]);
}

describe('any story of lost answers, late appends and two processes', () => {
  it(
    '[DATA-14] [AUTH-16] [P2] [P6] [P7] leaves unique owners, each command in effect once or not at all, and no untrue answer',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 30 }), async (story) => {
          const { rig, told } = await tell(story);
          const events = (await rig.log.readAll(START, 10_000)).filter((event) => !isSystemEvent(event));
          const emails = await ownersOf(rig, events, 'email');
          const usernames = await ownersOf(rig, events, 'username');
          expect(new Set(emails).size).toBe(emails.length);
          expect(new Set(usernames).size).toBe(usernames.length);
          for (const [id, outcome] of told) {
            const commandId = effectiveCommandId('visitor', id);
            const effect = events.filter(({ meta }) => meta.commandId === commandId).map(({ type }) => type);
            expect(effect).toEqual(outcome.ok ? ['UserRegistered', 'CodeRequested'] : []);
          }
        }),
        { seed: 20260301, numRuns: STORIES },
      );
    },
    TIMEOUT_MS,
  );
});
