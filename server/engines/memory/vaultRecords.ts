import {
  codesId,
  type IdRange,
  outcomeId,
  type RecordKind,
  type RecordVault,
  type VaultRecords,
} from '../../ports/vaultRecords.ts';
import type { MemoryVaultState } from './vaultState.ts';

/** How the records of one kind stand in the state. */
interface Kept<Kind extends RecordKind> {
  all(): readonly VaultRecords[Kind][];
  remove(id: string): void;
  insert(record: VaultRecords[Kind]): void;
}

/** All records of a vault in memory. */
export function memoryRecords(state: MemoryVaultState): RecordVault {
  const kinds: { readonly [Kind in RecordKind]: Kept<Kind> } = {
    secret: keptMap<'secret', Uint8Array>(
      state.secrets,
      (id, value) => ({ id, value: value.slice() }),
      ({ value }) => value.slice(),
    ),
    key: keptKeys(state),
    credential: keptMap(
      state.credentials,
      (id, content) => ({ id, ...content }),
      ({ id: _id, ...content }) => content,
    ),
    shelf: keptMap<'shelf', VaultRecords['shelf']>(
      state.shelves,
      (_id, record) => ({ ...record }),
      (record) => ({ ...record }),
    ),
    session: keptMap(
      state.sessions,
      (id, { sessionId: _id, ...content }) => ({ id, ...content }),
      ({ id: sessionId, ...content }) => ({ sessionId, ...content }),
    ),
    codes: keptCodes(state),
    attempts: keptAttempts(state),
    outcome: keptOutcomes(state),
    checkpoint: keptMap(
      state.checkpoints,
      (id, position) => ({ id, position }),
      ({ position }) => position,
    ),
  };
  return {
    async read(kind, after, limit) {
      return kinds[kind]
        .all()
        .filter(({ id }) => id > after)
        .sort(byId)
        .slice(0, limit);
    },
    async replace(kind, { after, through }: IdRange, records) {
      const { all, remove, insert } = kinds[kind];
      for (const { id } of all()) if (id > after && (through === null || id <= through)) remove(id);
      for (const record of records) insert(record);
    },
  };
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

function keptMap<Kind extends RecordKind, Value>(
  map: Map<string, Value>,
  toRecord: (id: string, value: Value) => VaultRecords[Kind],
  toValue: (record: VaultRecords[Kind]) => Value,
): Kept<Kind> {
  return {
    all: () => [...map].map(([id, value]) => toRecord(id, value)),
    remove: (id) => void map.delete(id),
    insert: (record) => void map.set(record.id, toValue(record)),
  };
}

/** Keys: a destroyed one stays. */
function keptKeys({ keys }: Pick<MemoryVaultState, 'keys'>): Kept<'key'> {
  return {
    all: () => [...keys].map(([id, key]) => ({ id, key: key === 'destroyed' ? null : key.slice() })),
    remove(id) {
      if (keys.get(id) !== 'destroyed') keys.delete(id);
    },
    insert({ id, key }) {
      if (!keys.has(id)) keys.set(id, key?.slice() ?? 'destroyed');
    },
  };
}

function keptCodes(state: MemoryVaultState): Kept<'codes'> {
  const { usesOfCodes } = state;
  return {
    all() {
      // The newest stands first.
      const groups = Map.groupBy(state.codes.toReversed(), ({ record }) => codesId(record));
      return [...groups].flatMap(([id, codes]) =>
        codes.slice(0, 1).map(({ record: { userId, purpose, target } }) => ({
          ...{ id, userId, purpose, target },
          codes: codes.map(({ record: { codeId, codeHash, campus, at }, wrongAnswers, isVoid }) => ({
            ...{ codeId, codeHash, campus, at, wrongAnswers, isVoid },
            usedBy: usesOfCodes.get(codeId) ?? null,
          })),
        })),
      );
    },
    remove(id) {
      for (const { record } of state.codes) if (codesId(record) === id) usesOfCodes.delete(record.codeId);
      state.codes = state.codes.filter(({ record }) => codesId(record) !== id);
    },
    insert({ userId, purpose, target, codes }) {
      for (const { wrongAnswers, isVoid, usedBy, ...code } of codes) {
        state.codes.unshift({ record: { ...code, userId, purpose, target }, wrongAnswers, isVoid });
        if (usedBy !== null) usesOfCodes.set(code.codeId, usedBy);
      }
    },
  };
}

function keptAttempts(state: MemoryVaultState): Kept<'attempts'> {
  return {
    all: () =>
      [...Map.groupBy(state.attempts, ({ key }) => key)].map(([id, failures]) => ({
        id,
        failures: failures.map(({ at }) => at).sort(),
      })),
    remove(id) {
      state.attempts = state.attempts.filter(({ key }) => key !== id);
    },
    insert({ id, failures }) {
      for (const at of failures) state.attempts.push({ key: id, at });
    },
  };
}

function keptOutcomes({ commandTries, emptyOutcomes }: MemoryVaultState): Kept<'outcome'> {
  return {
    all() {
      const tries = Map.groupBy([...commandTries.values()], outcomeId);
      const ids = new Set([...tries.keys(), ...emptyOutcomes.keys()]);
      return [...ids].map((id) => {
        const [commandId = '', commandHash = ''] = id.split(' ');
        const known = emptyOutcomes.get(id);
        const of = (tries.get(id) ?? []).map(({ tryId, at, begunAt }) => ({ tryId, at, begunAt }));
        const outcome = known === undefined ? null : { text: known.outcome, at: known.at };
        return { id, commandId, commandHash, tries: of.sort((a, b) => (a.tryId < b.tryId ? -1 : 1)), outcome };
      });
    },
    remove(id) {
      for (const each of [...commandTries.values()]) if (outcomeId(each) === id) commandTries.delete(each.tryId);
      emptyOutcomes.delete(id);
    },
    insert({ id, commandId, commandHash, tries, outcome }) {
      for (const each of tries) commandTries.set(each.tryId, { ...each, commandId, commandHash });
      if (outcome !== null) emptyOutcomes.set(id, { outcome: outcome.text, at: outcome.at });
    },
  };
}
