import { randomBytes } from 'node:crypto';
import type { Actor } from '#domain/kernel/decider.ts';
import { aggregates, commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryVault, type MemoryVault } from '#server/engines/memory/vault.ts';
import { createIdentity, type Identity } from '#server/identity/identity.ts';
import { createPasswordHasher, type PasswordHasher } from '#server/identity/passwords.ts';
import { createVaultTail, type VaultTail } from '#server/kernel/vaultTail.ts';
import { createEventLog, type OpenEventLog } from '#server/log/eventLog.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import type { Vault } from '#server/ports/vault.ts';
import { createVaultFollower } from '#server/roles/vaultFollower.ts';
import { createSharedOutcomes } from '#server/write/commandOutcomes.ts';
import { createDispatcher, type Dispatcher } from '#server/write/dispatcher.ts';
import type { Outcome } from '#server/write/outcome.ts';
import { standingClock } from '#test/server/hub/hubRig.ts';
import { fakeClock } from './dispatchRig.ts';

/** The cheapest cost that bcrypt takes: tests are about who gets in, not about how long it takes. */
const TEST_BCRYPT_COST = 4;

/** One process: everything in it but the stores is its own. */
export interface TestProcess extends Identity {
  readonly dispatcher: Dispatcher;
  readonly log: OpenEventLog;
  readonly tail: VaultTail;
  /** Sessions whose sockets were ended. */
  readonly ended: string[];
  give(actor: Actor, id: string, type: string, data: unknown): Promise<Outcome>;
}

/** Processes over one set of stores in memory. None is a sole writer, so none may cache what others change. */
export interface Processes {
  readonly store: MemoryEventStore;
  readonly vault: MemoryVault;
  readonly clock: ReturnType<typeof fakeClock>;
  /** Owner of every file that a command names; `nobody`: it is missing. */
  readonly files: { owner: string };
  readonly hubClock: ReturnType<typeof standingClock>;
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

/** Two processes that have just been started, with no event in the log. */
export async function twoProcesses(): Promise<Processes> {
  const store = createMemoryEventStore();
  const vault = createMemoryVault();
  const clock = fakeClock();
  const hubClock = standingClock();
  const secrets = { session: randomBytes(32), claim: randomBytes(32), command: randomBytes(32) };
  const hasher = createPasswordHasher(TEST_BCRYPT_COST);

  const files = { owner: '' };
  const describe = async (folder: string, names: readonly string[]) => {
    const media = (name: string) => ({ kind: 'image', name, width: 4, height: 3 }) as const;
    const { owner } = files;
    return new Map(
      (owner === '' ? [] : names).map((name) => [name, { folder, media: media(name), owner, at: '' }] as const),
    );
  };

  const another: Processes['another'] = (around = {}) => {
    const ownStore = around.store?.(store) ?? store;
    const ownVault = around.vault?.(vault) ?? vault;
    const log = createEventLog(ownStore, ownVault.keys, eventDefinitions);
    const dispatcher = createDispatcher({
      ...{ store: ownStore, log, secrets, aggregates, commands: commandDefinitions },
      outcomes: createSharedOutcomes(ownVault.outcomes, clock.now),
      ...{ clock: clock.now, uptime: clock.uptime, media: { describe } },
    });
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
    return {
      ...identity,
      ...{ dispatcher, log, tail, ended },
      give: (actor, id, type, data) => {
        const { version = 1, origin = 'client' } = commandDefinitions[type] ?? {};
        return dispatcher.dispatch({ id, type, version, data }, { actor, campus: 'ou', origin });
      },
    };
  };
  const [a, b] = [another(), another()];
  for (const { tail } of [a, b]) await tail.start();
  return { store, vault, clock, files, hubClock, a, b, another };
}
