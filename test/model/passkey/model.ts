import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { personal } from '#domain/kernel/personal.ts';
import type { PasskeyEvent } from '#domain/passkey/events.ts';
import { PASSKEYS_MAX } from '#domain/passkey/limits.ts';
import type { PasskeyState } from '#domain/passkey/state.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { canary, id } from '#test/projections/support/events.ts';
import { texts } from '../../domain/arbitraries.ts';
import {
  type Asked,
  commandModel,
  type Happened,
  type History,
  isHouse,
  must,
  mustAcross,
  type NaiveDocuments,
  type NounModel,
  type Unlawful,
} from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { someone, userLedger } from '../user/parts.ts';
import { passkeyRights } from './rights.ts';

/** Devices of one person in a story or history. */
const DEVICES = 3;

/** Present passkeys with their credential ids, by owner and passkey. */
const present: Part<Map<string, Map<string, unknown>>> = { begin: () => new Map() };

function* check({ event: happened, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const event = happened as PasskeyEvent;
  const { userId, passkeyId } = event.data;
  const all = ledgers.of(present);
  const own = all.get(userId) ?? new Map<string, unknown>();
  all.set(userId, own);
  const { confirmed, erased } = ledgers.of(userLedger);
  if (event.type === 'PasskeyRemoved') {
    yield must(isHouse(actor) && own.delete(passkeyId), `${actor} removes ${passkeyId} of ${userId}`);
    return;
  }
  yield mustAcross(confirmed.has(userId) && !erased.has(userId), `${event.type} of ${userId}, who may have none`);
  if (event.type === 'PasskeyRenamed') {
    yield must(actor === userId && own.has(passkeyId), `${actor} renames ${passkeyId} of ${userId}`);
    return;
  }
  yield must(isHouse(actor) && !own.has(passkeyId) && own.size < PASSKEYS_MAX, `${actor} adds ${passkeyId} again`);
  const { credentialId } = event.data;
  const others = [...all.values()].flatMap((each) => [...each.values()]);
  yield mustAcross(
    typeof credentialId !== 'string' || !others.includes(credentialId),
    `${passkeyId} is on two accounts`,
  );
  own.set(passkeyId, credentialId);
}

/** Adds, renames or removes a passkey of a person who is not erased. */
function change({ log, parts }: History, who: number, what: number): void {
  const { name: person, erased } = someone(parts, who);
  if (erased) return;
  const userId = id(person);
  const passkeyId = id(`passkey ${what % DEVICES} of ${person}`);
  const all = parts.of(present);
  const own = all.get(userId) ?? new Map<string, unknown>();
  all.set(userId, own);
  const name = personal(canary(person));
  if (!own.has(passkeyId)) {
    own.set(passkeyId, null);
    log.add('PasskeyAdded', { userId, passkeyId, credentialId: name, name, site: 'ou.localhost' });
  } else if (what % 2 === 0) log.add('PasskeyRenamed', { userId, passkeyId, name });
  else {
    own.delete(passkeyId);
    log.add('PasskeyRemoved', { userId, passkeyId });
  }
}

/** The passkeys that were added and not removed. */
function documents(history: readonly RecordedEvent[]): NaiveDocuments {
  const all = new Map<string, Record<string, unknown> | null>();
  for (const { type, data, meta } of history) {
    const { userId: user, passkeyId, site } = data as { userId: string; passkeyId: string; site: string };
    if (type === 'PasskeyAdded') all.set(passkeyId, { id: passkeyId, user, site, addedAt: meta.at });
    if (type === 'PasskeyRemoved') all.set(passkeyId, null);
  }
  return { documents: [...all].map(([key, doc]) => ({ collection: 'passkeys', key, doc })), whole: ['passkeys'] };
}

const deviceOf = ({ userId, pick }: Pick<Asked, 'userId' | 'pick'>) => id(`passkey ${pick % DEVICES} of ${userId}`);
/** Passkeys of a user in a story, the oldest first. */
const passkeysOf = ({ world, userId }: Pick<Asked, 'world' | 'userId'>) =>
  (world.stateOf('passkey', userId) as PasskeyState).passkeys;
const names = fc.oneof(fc.constantFrom('My phone', ' ', 'Desk'), texts);

/** Passkeys: each user's own affair, seen by nobody else. */
export const passkeyModel: NounModel = {
  noun: 'passkey',
  rights: passkeyRights,
  commands: {
    AddPasskey: commandModel({
      by: 'house',
      mayDoNothing: true,
      lawful: { userId: id('ada'), passkeyId: id('phone'), credentialId: 'c', name: 'My phone', site: 'ou.localhost' },
      fields: names,
      payload: ({ userId, pick, pick2, fields: name }) => ({
        data: {
          userId,
          passkeyId: deviceOf({ userId, pick }),
          // Now and then one that another device has.
          credentialId: pick2 % DEVICES === 0 ? 'a copy' : `of ${deviceOf({ userId, pick })}`,
          name,
          site: 'ou.localhost',
        },
      }),
    }),
    RenamePasskey: commandModel({
      by: 'person',
      mayDoNothing: true,
      lawful: { passkeyId: id('phone'), name: 'Desk' },
      fields: names,
      // One that is there: chance alone seldom meets a person with a passkey, and that passkey.
      owner: ({ world, pick }) => {
        const owners = world.ids('passkey').filter((userId) => passkeysOf({ world, userId }).length > 0);
        return owners[pick % (owners.length || 1)];
      },
      payload: ({ world, userId, pick, pick2, fields: name }) => {
        const kept = passkeysOf({ world, userId });
        const passkeyId = kept[pick2 % (kept.length || 1)]?.passkeyId ?? deviceOf({ userId, pick });
        return { data: { passkeyId, name } };
      },
    }),
    RemovePasskey: commandModel({
      by: 'house',
      mayDoNothing: true,
      lawful: { userId: id('ada'), passkeyId: id('phone') },
      fields: fc.constant(null),
      payload: ({ userId, pick }) => ({ data: { userId, passkeyId: deviceOf({ userId, pick }) } }),
    }),
  },
  rule: { category: 'passkey', check },
  steps: { passkey: { often: 2, act: change } },
  documents,
  access: { passkeys: ({ viewer, doc }) => (doc as { readonly user: string }).user === viewer.userId },
  topics: ({ me }) => [[1, topicName.passkeys(me)]],
  acts: {},
};
