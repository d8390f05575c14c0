import type { Actor } from '#domain/kernel/actor.ts';
import { aggregates, commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createRateShare, type RateShare } from '#server/fairness/rateShare.ts';
import { createIdentity, type Identity } from '#server/identity/identity.ts';
import { createPasswordHasher, type PasswordHasher } from '#server/identity/passwords.ts';
import { createVaultTail, type VaultTail } from '#server/kernel/vaultTail.ts';
import { createEventLog, type OpenEventLog } from '#server/log/eventLog.ts';
import { createReadIndex } from '#server/log/readIndex.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import type { Vault } from '#server/ports/vault.ts';
import { createVaultFollower } from '#server/roles/vaultFollower.ts';
import { type ClientCommands, createClientCommands } from '#server/write/clientCommands.ts';
import { createSharedOutcomes } from '#server/write/commandOutcomes.ts';
import { createDispatcher, type Dispatcher } from '#server/write/dispatcher.ts';
import { createMarks } from '#server/write/marks.ts';
import type { Outcome } from '#server/write/outcome.ts';
import { standingClock } from '#test/server/hub/hubRig.ts';
import { fakeClock } from './dispatchRig.ts';

/** The cheapest cost that bcrypt takes: tests are about who gets in, not about how long it takes. */
const TEST_BCRYPT_COST = 4;
/** Milliseconds that a read waits for a follower: what it does then is right at any time. */
const FOLLOW_WAIT_MS = 20;

/** One process: everything in it but the stores is its own. */
export interface TestProcess extends Identity {
  readonly dispatcher: Dispatcher;
  readonly log: OpenEventLog;
  readonly tail: VaultTail;
  readonly commands: ClientCommands;
  readonly rateShare: RateShare;
  /** Begins to follow the log, where the processes have a read index. */
  follow(): Promise<void>;
  /** Sessions whose sockets were ended. */
  readonly ended: string[];
  give(actor: Actor, id: string, type: string, data: unknown): Promise<Outcome>;
}

/** Processes over one set of stores. None is a sole writer, so none may cache what others change. */
export interface Processes {
  readonly store: MemoryEventStore;
  readonly vault: Vault;
  readonly clock: ReturnType<typeof fakeClock>;
  /** Owner of every file that a command names; `nobody`: it is missing. */
  readonly files: { owner: string };
  readonly hubClock: ReturnType<typeof standingClock>;
  /** Why processes with a read index follow the log no more. */
  readonly lost: readonly Error[];
  /** Resolves when no call to the vault is under way any more. */
  settled(): Promise<void>;
  readonly a: TestProcess;
  readonly b: TestProcess;
  /** Another process over these stores. @param around puts delays and faults around them */
  another(
    around?: Partial<{
      store(store: EventStore): EventStore;
      vault(vault: Vault): Vault;
      readonly hasher: PasswordHasher;
    }>,
  ): TestProcess;
}

/**
 * Two processes that have just been started, with no event in the log.
 *
 * @param vaults one for each process, on the same data; one in memory if left out
 * @param options.isIndexed whether each follows the log instead of reading its streams for each command
 */
export async function twoProcesses(
  vaults?: readonly [Vault, Vault],
  { isIndexed = false }: { readonly isIndexed?: boolean } = {},
): Promise<Processes> {
  const store = createMemoryEventStore();
  const inMemory = createMemoryVault();
  const calls = { underWay: 0 };
  const [vault, vaultOfB] = (vaults ?? [inMemory, inMemory]).map((each) => watched(each, calls)) as [Vault, Vault];
  const clock = fakeClock();
  const hubClock = standingClock();
  // The same in each run, so that two logs of one history have the same names of streams.
  const [session, claim, command] = ['session', 'claim', 'command'].map((name) => Buffer.alloc(32, name));
  const secrets = { session, claim, command } as Record<'session' | 'claim' | 'command', Buffer>;
  const hasher = createPasswordHasher(TEST_BCRYPT_COST);

  const files = { owner: '' };
  const lost: Error[] = [];
  const describe = async (folder: string, names: readonly string[]) => {
    const media = (name: string) => ({ kind: 'image', name, width: 4, height: 3 }) as const;
    const { owner } = files;
    return new Map(
      (owner === '' ? [] : names).map((name) => [name, { folder, media: media(name), owner, at: '' }] as const),
    );
  };

  const another = (around: Parameters<Processes['another']>[0] = {}, over = vault): TestProcess => {
    const plain = around.store?.(store) ?? store;
    const index = isIndexed
      ? createReadIndex(plain, { onLost: (error) => lost.push(error), waitMs: FOLLOW_WAIT_MS })
      : null;
    const ownStore = index ?? plain;
    const ownVault = around.vault?.(over) ?? over;
    const log = createEventLog(ownStore, ownVault.keys, eventDefinitions);
    const dispatcher = createDispatcher({
      ...{ store: ownStore, log, secrets, aggregates, commands: commandDefinitions },
      outcomes: createSharedOutcomes(createMarks(ownVault.outcomes), clock.now),
      assume: index?.assume,
      ...{ clock: clock.now, uptime: clock.uptime, media: { describe } },
    });
    // Reads go to the store until it has begun.
    void index?.follow();
    const ended: string[] = [];
    const hub = { endSession: (sessionId: string) => void ended.push(sessionId) };
    const identity = createIdentity({
      ...{ vault: ownVault, dispatcher, secrets, clock: clock.now, hasher: around.hasher ?? hasher },
      onSessionEnded: hub.endSession,
    });
    const tail = createVaultTail({
      changes: ownVault.changes,
      follower: createVaultFollower({ hub, dispatcher, log, watch: { check: async () => undefined } }),
      ...{ clock: hubClock, logger: silentLogger },
    });
    const { rates } = ownVault;
    const parts = { rates, secret: secrets.command, clock: clock.now, timer: hubClock, logger: silentLogger };
    const rateShare = createRateShare(parts);
    const onError = (error: unknown) => {
      throw error;
    };
    const commands = createClientCommands({ dispatcher, clock: clock.now, rateShare, ofCommands: [], onError });
    return {
      ...identity,
      ...{ dispatcher, log, tail, ended, commands, rateShare },
      follow: async () => index?.follow(),
      give: (actor, id, type, data) => {
        const { version = 1, origin = 'client' } = commandDefinitions[type] ?? {};
        return dispatcher.dispatch({ id, type, version, data }, { actor, campus: 'ou', origin });
      },
    };
  };
  const [a, b] = [another(), another({}, vaultOfB)];
  for (const { tail, follow } of [a, b]) {
    await tail.start();
    await follow();
  }
  const settled = async () => {
    do {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
    } while (calls.underWay > 0);
  };
  return { store, vault, clock, files, hubClock, settled, lost, a, b, another };
}

/** Counts the calls that are under way. */
function watched(vault: Vault, calls: { underWay: number }): Vault {
  const counted = async (call: () => Promise<unknown>) => {
    calls.underWay += 1;
    try {
      return await call();
    } finally {
      calls.underWay -= 1;
    }
  };
  const areas = Object.entries(vault).map(([name, area]: [string, object]) => [
    name,
    typeof area !== 'object'
      ? area
      : Object.fromEntries(
          Object.entries(area).map(([method, call]) => [
            method,
            (...args: readonly unknown[]) => counted(() => call(...args)),
          ]),
        ),
  ]);
  return Object.fromEntries(areas) as Vault;
}
