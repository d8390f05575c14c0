import { randomBytes } from 'node:crypto';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { CodeRecord, CodeVault, SessionRecord, SessionVault } from '../../ports/accountVault.ts';
import {
  type AttemptVault,
  CHANGES_KEPT,
  type ChangeVault,
  type CheckpointVault,
  type CommandContent,
  type CredentialVault,
  type KeyVault,
  type LeaseVault,
  type OutcomeChange,
  type OutcomeVault,
  type RateVault,
  type TryOfCommand,
  type Vault,
} from '../../ports/vault.ts';
import { acquireLease, type LeaseChange, type LeaseState, releaseLease, renewLease } from '../leaseState.ts';
import { spendTokens } from '../rateBucket.ts';
import { memoryRecords } from './vaultRecords.ts';
import { memoryShelf } from './vaultShelf.ts';
import { emptyState, type Keys, type MemoryVaultState } from './vaultState.ts';

/** Bytes of a subject's key (AES-256) and of a secret (HMAC-SHA-256). */
const KEY_BYTES = 32;

export interface MemoryVault extends Vault {
  /** The content of a backup made now. */
  backup(): MemoryVaultState;
}

/**
 * The vault in memory, under the same contract.
 *
 * @param restored backup to begin with
 * @param clock milliseconds since some fixed moment, for leases
 */
export function createMemoryVault(
  restored: MemoryVaultState = emptyState(),
  clock: () => number = () => performance.now(),
): MemoryVault {
  const state = structuredClone(restored);
  const { keys, secrets } = state;
  const note: NoteChange = (change) => {
    state.changeCount += 1;
    state.changes = [...state.changes, { number: state.changeCount, ...change }].slice(-CHANGES_KEPT);
  };
  let isClosed = false;
  const refuseClosed = (): void => {
    if (isClosed) throw new Unavailable('The vault is closed.');
  };
  /** Every call fails once the vault is closed. */
  const guarded = <Area extends object>(area: Area): Area => {
    const calls = Object.entries(area).map(([name, call]) => [
      name,
      async (...args: readonly unknown[]) => {
        refuseClosed();
        return call(...args);
      },
    ]);
    return Object.fromEntries(calls) as Area;
  };

  return {
    keys: guarded(memoryKeys(keys, note)),
    credentials: guarded(memoryCredentials(state)),
    shelf: (noun) => guarded(memoryShelf(state, noun)),
    async clearShelves(subject) {
      refuseClosed();
      for (const [key, record] of [...state.shelves]) if (record.subject === subject) state.shelves.delete(key);
    },
    codes: guarded(memoryCodes(state)),
    sessions: guarded(memorySessions(state, note)),
    attempts: guarded(memoryAttempts(state)),
    outcomes: guarded(memoryOutcomes(state)),
    checkpoints: guarded(memoryCheckpoints(state)),
    changes: guarded(memoryChanges(state)),
    leases: guarded(memoryLeases(state, clock)),
    rates: guarded(memoryRates(state)),
    records: guarded(memoryRecords(state)),
    async secret(name) {
      refuseClosed();
      const secret = secrets.get(name) ?? Uint8Array.from(randomBytes(KEY_BYTES));
      secrets.set(name, secret);
      return secret.slice();
    },
    backup: () => structuredClone(state),
    check: async () => refuseClosed(),
    async close() {
      isClosed = true;
    },
  };
}

/** Remembers a change. */
type NoteChange = (
  change:
    | { readonly kind: 'session-ended'; readonly sessionId: string }
    | { readonly kind: 'key-destroyed'; readonly subject: string },
) => void;

function memoryChanges(state: MemoryVaultState): ChangeVault {
  return {
    newest: async () => state.changeCount,
    async after(number, limit) {
      const oldest = state.changeCount - state.changes.length + 1;
      if (oldest > number + 1) return null;
      return state.changes.filter((change) => change.number > number).slice(0, limit);
    },
  };
}

function memoryKeys(keys: Keys, note: NoteChange): KeyVault {
  return {
    async obtain(subject) {
      const key = keys.get(subject) ?? Uint8Array.from(randomBytes(KEY_BYTES));
      keys.set(subject, key);
      return key === 'destroyed' ? null : key.slice();
    },
    async find(subjects) {
      const found = new Map<string, Uint8Array | 'destroyed'>();
      for (const subject of subjects) {
        const key = keys.get(subject);
        if (key !== undefined) found.set(subject, key === 'destroyed' ? key : key.slice());
      }
      return found;
    },
    async destroy(subjects) {
      for (const subject of subjects) {
        if (keys.get(subject) === 'destroyed') continue;
        keys.set(subject, 'destroyed');
        note({ kind: 'key-destroyed', subject });
      }
    },
  };
}

function memoryCredentials({ credentials }: MemoryVaultState): CredentialVault {
  return {
    async put(userId, passwordHash, commandId, at, over) {
      if ((credentials.get(userId)?.passwordHash ?? null) !== over) return null;
      credentials.set(userId, { passwordHash, commandId, at });
      return passwordHash;
    },
    async find(userId) {
      const found = credentials.get(userId);
      // Hashes are salted, so each is unique and serves as its own stamp.
      return found === undefined ? null : { passwordHash: found.passwordHash, stamp: found.passwordHash };
    },
    olderThan: async (before) =>
      [...credentials]
        .map(([userId, { passwordHash: stamp, commandId, at }]) => ({ userId, commandId, stamp, at }))
        .filter(({ at }) => at < before)
        .sort((a, b) => compare(a.at, b.at) || compare(a.userId, b.userId))
        .map(({ userId, commandId, stamp }) => ({ userId, commandId, stamp })),
    async remove(userId, stamp) {
      if (stamp === undefined || credentials.get(userId)?.passwordHash === stamp) credentials.delete(userId);
    },
  };
}

function memoryCodes(state: MemoryVaultState): CodeVault {
  const { keys, usesOfCodes: uses } = state;
  const keep = (isKept: (record: CodeRecord) => boolean): void => {
    state.codes = state.codes.filter(({ record }) => isKept(record));
    for (const codeId of [...uses.keys()]) {
      if (!state.codes.some(({ record }) => record.codeId === codeId)) uses.delete(codeId);
    }
  };
  return {
    add: async (record) => void state.codes.unshift({ record: { ...record }, wrongAnswers: 0, isVoid: false }),
    find: async (userId, purpose, target, since) =>
      state.codes
        .filter(({ isVoid }) => !isVoid)
        .map(({ record }) => ({ ...record }))
        .filter((record) => record.userId === userId && record.purpose === purpose)
        .filter((record) => record.target === target && record.at >= since)
        .sort((a, b) => compare(b.at, a.at)),
    async wrongAnswer(userId, purpose, target, limit) {
      const counted = state.codes.filter(
        ({ record, isVoid }) =>
          !isVoid && record.userId === userId && record.purpose === purpose && record.target === target,
      );
      for (const code of counted) {
        code.wrongAnswers += 1;
        code.isVoid = code.wrongAnswers >= limit;
      }
      return Math.max(0, ...counted.map(({ wrongAnswers }) => wrongAnswers));
    },
    async consume(codeId, commandId) {
      const isValid = state.codes.some(({ record, isVoid }) => record.codeId === codeId && !isVoid);
      if (isValid && !uses.has(codeId)) uses.set(codeId, commandId);
      return uses.get(codeId) === commandId;
    },
    sweep: async (before) => keep(({ at, userId }) => at >= before && keys.get(userId) !== 'destroyed'),
    removeUser: async (userId) => keep((record) => record.userId !== userId),
  };
}

function memorySessions({ sessions }: MemoryVaultState, note: NoteChange): SessionVault {
  const removeIf = (isGone: (session: SessionRecord) => boolean): readonly string[] => {
    const gone = [...sessions.values()].filter(isGone).map(({ sessionId }) => sessionId);
    for (const sessionId of gone) sessions.delete(sessionId);
    return gone;
  };
  const endIf = (isEnded: (session: SessionRecord) => boolean): void => {
    for (const sessionId of removeIf(isEnded)) note({ kind: 'session-ended', sessionId });
  };
  return {
    async add(session) {
      if (!sessions.has(session.sessionId)) sessions.set(session.sessionId, { ...session });
    },
    async find(sessionId) {
      const session = sessions.get(sessionId);
      return session === undefined ? null : { ...session };
    },
    async rotate(sessionId, from, next) {
      const session = sessions.get(sessionId);
      if (session?.generation !== from) return false;
      sessions.set(sessionId, { ...session, ...next });
      return true;
    },
    remove: async (sessionId) => endIf((session) => session.sessionId === sessionId),
    listOf: async (userId) =>
      [...sessions.values()]
        .filter((session) => session.userId === userId)
        .map((session) => ({ ...session }))
        .sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.sessionId, b.sessionId)),
    removeUser: async (userId) => endIf((session) => session.userId === userId),
    sweep: async (now) => void removeIf(({ expiresAt }) => expiresAt < now),
  };
}

function memoryAttempts(state: MemoryVaultState): AttemptVault {
  const failures = (key: string, since: string): number =>
    state.attempts.filter((attempt) => attempt.key === key && attempt.at >= since).length;
  const underWay = (key: string, since: string): number =>
    state.triesUnderWay.filter((each) => each.key === key && each.at >= since).length;
  return {
    async begin(tryId, windows, at, underWaySince) {
      const isFull = windows.some(({ key, since, max }) => failures(key, since) + underWay(key, underWaySince) >= max);
      if (isFull) return false;
      for (const { key } of windows) state.triesUnderWay.push({ tryId, key, at });
      return true;
    },
    async end(tryId, failed, at) {
      state.triesUnderWay = state.triesUnderWay.filter((each) => each.tryId !== tryId);
      for (const key of failed) state.attempts.push({ key, at });
    },
    fail: async (key, at) => void state.attempts.push({ key, at }),
    count: async (key, since) => failures(key, since),
    async clear(key) {
      state.attempts = state.attempts.filter((attempt) => attempt.key !== key);
    },
    async sweep(before) {
      state.attempts = state.attempts.filter(({ at }) => at >= before);
      state.triesUnderWay = state.triesUnderWay.filter(({ at }) => at >= before);
    },
  };
}

function memoryOutcomes({ commandTries: tries, emptyOutcomes: known }: MemoryVaultState): OutcomeVault {
  const keyOf = ({ commandId, commandHash }: CommandContent) => `${commandId} ${commandHash}`;
  const othersOf = (attempt: TryOfCommand) =>
    [...tries.values()].filter((each) => keyOf(each) === keyOf(attempt) && each.tryId !== attempt.tryId);

  function begin(attempt: TryOfCommand, at: string): string | null {
    const before = known.get(keyOf(attempt));
    if (before === undefined) {
      tries.set(attempt.tryId, { ...attempt, at, begunAt: tries.get(attempt.tryId)?.begunAt ?? at });
    } else tries.delete(attempt.tryId);
    return before?.outcome ?? null;
  }

  function settle(attempt: TryOfCommand, outcome: string, at: string): string | null {
    const isMarked = tries.delete(attempt.tryId);
    const before = known.get(keyOf(attempt));
    if (before !== undefined) return before.outcome;
    if (!isMarked || othersOf(attempt).length > 0) return null;
    known.set(keyOf(attempt), { outcome, at });
    return outcome;
  }

  function make(change: OutcomeChange): string | null {
    if (change.kind === 'begin') return begin(change.attempt, change.at);
    if (change.kind === 'settle') return settle(change.attempt, change.outcome, change.at);
    if (change.kind === 'end') {
      for (const tryId of change.tryIds) tries.delete(tryId);
      return null;
    }
    const { attempt } = change;
    const mark = tries.get(attempt.tryId);
    if (change.kind === 'accept') {
      if (othersOf(attempt).length === 0) tries.delete(attempt.tryId);
    } else if (mark !== undefined) tries.set(attempt.tryId, { ...mark, at: '' });
    return null;
  }

  return {
    change: async (changes) => changes.map(make),
    others: async (attempt) =>
      othersOf(attempt)
        .sort((a, b) => compare(a.begunAt, b.begunAt) || compare(a.tryId, b.tryId))
        .map(({ tryId, at }) => ({ tryId, at })),
    async sweep(before) {
      for (const { tryId, begunAt } of [...tries.values()]) if (begunAt < before) tries.delete(tryId);
      for (const [key, { at }] of [...known]) if (at < before) known.delete(key);
    },
  };
}

function memoryCheckpoints({ checkpoints: positions }: MemoryVaultState): CheckpointVault {
  return {
    find: async (reactor) => positions.get(reactor) ?? null,
    async move(reactor, from, to) {
      if ((positions.get(reactor) ?? null) !== from) return false;
      positions.set(reactor, to);
      return true;
    },
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function memoryLeases({ leases }: MemoryVaultState, clock: () => number): LeaseVault {
  const change = (name: string, rule: (before: LeaseState | null, now: number) => LeaseChange): LeaseState | null => {
    const { isHeld, next } = rule(leases.get(name) ?? null, clock());
    if (next !== null) leases.set(name, next);
    return isHeld ? next : null;
  };
  return {
    acquire: async (name, holder, forMs) =>
      change(name, (before, now) => acquireLease(before, holder, forMs, now))?.epoch ?? null,
    renew: async (name, holder, epoch, forMs) =>
      change(name, (before, now) => renewLease(before, holder, epoch, forMs, now)) !== null,
    release: async (name, holder, epoch) => void change(name, (before) => releaseLease(before, holder, epoch)),
  };
}

function memoryRates({ rates }: MemoryVaultState): RateVault {
  return {
    spend: async (spent, at) =>
      spent.map((each) => {
        const next = spendTokens(rates.get(each.key) ?? null, each, at);
        rates.set(each.key, next);
        return next.tokens;
      }),
    async sweep(before) {
      for (const [key, { at }] of rates) if (at < before) rates.delete(key);
    },
  };
}
