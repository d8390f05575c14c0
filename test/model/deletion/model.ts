import fc from 'fast-check';
import type { DeletionEvent } from '#domain/deletion/events.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { Post } from '#projections/post/collections.ts';
import { id } from '#test/projections/support/events.ts';
import {
  commandModel,
  type Happened,
  type History,
  isHouse,
  must,
  mustAcross,
  type NaiveDocument,
  type NaiveDocuments,
  type NounModel,
  type Quiet,
  type Unlawful,
} from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { someone, userLedger } from '../user/parts.ts';
import { deletionRights } from './rights.ts';
import { deletionStory } from './story.ts';

/** State of the deletion of an account, by the log. */
interface Leaving {
  readonly dueAt: string;
  begun: boolean;
}

/** People whose accounts are going to be deleted. */
const leavingLedger: Part<Map<string, Leaving>> = { begin: () => new Map() };

/** One in so many who could leave does. */
const RARELY = 4;
const nothing = fc.constant(null);

function* check({ event: happened, at, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const event = happened as DeletionEvent;
  const all = ledgers.of(leavingLedger);
  const { userId } = event.data;
  const found = all.get(userId);
  const isErased = ledgers.of(userLedger).erased.has(userId);
  switch (event.type) {
    case 'DeletionRequested':
      yield must(actor === userId && found === undefined, `${actor} has the account of ${userId} deleted`);
      yield must(Date.parse(event.data.dueAt) - Date.parse(at) === 7 * 86_400_000, `${userId} has another grace`);
      yield mustAcross(!isErased, `${userId}, who is erased, asks for it`);
      all.set(userId, { dueAt: event.data.dueAt, begun: false });
      return;
    case 'DeletionCancelled':
      yield must(actor === userId && found?.begun === false, `${actor} keeps the account of ${userId}`);
      yield mustAcross(!isErased, `${userId}, who is erased, keeps the account`);
      all.delete(userId);
      return;
    case 'DeletionBegun':
      yield must(isHouse(actor) && found?.begun === false, `${actor} begins the deletion of ${userId}`);
      yield must(found === undefined || found.dueAt <= at, `${userId} is deleted before the end of the grace`);
      if (found !== undefined) found.begun = true;
  }
}

/** A request, keeping the account, or the end of the grace, of a person who is not erased. */
function deletion({ log, parts }: History, who: number, what: number): void {
  const { name, erased } = someone(parts, who);
  if (erased) return;
  const all = parts.of(leavingLedger);
  const request = { userId: id(name), receipt: id(`receipt of ${name}`) };
  const found = all.get(request.userId);
  const dueAt = '2026-02-01T00:00:00.000Z';
  if (found === undefined) {
    all.set(request.userId, { dueAt, begun: false });
    log.add('DeletionRequested', { ...request, dueAt });
  } else if (!found.begun && what % 3 > 0) {
    all.delete(request.userId);
    log.add('DeletionCancelled', request);
  } else if (!found.begun) {
    found.begun = true;
    log.add('DeletionBegun', request);
  }
}

/** State of each deletion that was not taken back. */
function documents(history: readonly RecordedEvent[]): NaiveDocuments {
  const all = new Map<string, Record<string, unknown>>();
  for (const { type, data, meta } of history) {
    const { userId, receipt, dueAt } = data as { readonly userId: string; receipt: string; dueAt: string };
    const found = all.get(userId);
    if (type === 'DeletionRequested') {
      all.set(userId, { id: userId, status: 'requested', receipt, requestedAt: meta.at, dueAt });
    }
    if (type === 'DeletionCancelled') all.delete(userId);
    if (type === 'DeletionBegun') Object.assign(found ?? {}, { status: 'begun' });
    if (type === 'SubjectErased') Object.assign(found ?? {}, { status: 'done' });
  }
  const left = [...all].map(([key, doc]): NaiveDocument => ({ collection: 'deletions', key, doc }));
  return { documents: left, whole: ['deletions'] };
}

/** A deletion that has begun ends: what the person wrote, and then the person. */
function* unfinished({ history, documents: all }: Quiet): Iterable<string> {
  const ofType = (type: string) =>
    new Set(
      history.flatMap((event) => (event.type === type ? [(event as RecordedEvent<DeletionEvent>).data.userId] : [])),
    );
  const erased = ofType('SubjectErased');
  const begun = ofType('DeletionBegun');
  for (const userId of begun) if (!erased.has(userId)) yield `the deletion of ${userId} has begun and is not done`;
  for (const { key, doc } of all.all('posts')) {
    // One with replies of others stays as "[deleted]", without its words (Q28).
    const { author, deleted } = (doc ?? { author: '', deleted: true }) as Pick<Post, 'author' | 'deleted'>;
    if (!deleted && begun.has(author)) yield `${key} has outlived the account of ${author}`;
  }
}

const own = { by: 'person', lawful: {}, mayDoNothing: true, fields: nothing, payload: () => ({ data: {} }) } as const;

/** The deletion of accounts: each person's own affair. */
export const deletionModel: NounModel = {
  noun: 'deletion',
  rights: deletionRights,
  commands: {
    RequestDeletion: commandModel(own),
    CancelDeletion: commandModel({
      ...own,
      owner: ({ world, pick }) => {
        const leaving = world.ids('deletion');
        return leaving[pick % (leaving.length || 1)];
      },
      often: 4,
    }),
    BeginDeletion: commandModel({
      by: 'house',
      lawful: { userId: id('ada') },
      mayDoNothing: true,
      fields: nothing,
      payload: ({ world, pick }) => {
        const leaving = world.ids('deletion');
        return { data: { userId: leaving[pick % (leaving.length || 1)] ?? id('nobody') } };
      },
      often: 3,
    }),
  },
  rule: { category: 'deletion', check },
  barred: ({ event, actor }, ledgers) =>
    ledgers.of(leavingLedger).has(actor) && event.type !== 'DeletionCancelled'
      ? `${event.type} by ${actor}, whose account is going to be deleted`
      : null,
  steps: { deletion: { often: 1, act: deletion } },
  documents,
  access: {},
  hidden: ['deletions'],
  topics: () => [],
  unfinished,
  acts: {
    keep: {
      often: 1,
      command: ({ me, all }) =>
        all('deletions').some(({ key, doc }) => key === me && doc !== null)
          ? { type: 'CancelDeletion', data: {} }
          : null,
    },
  },
  orders: {
    'request-deletion': {
      often: 1,
      command: ({ draw }) => (draw(RARELY) === 0 ? { by: 'person', type: 'RequestDeletion', data: {} } : null),
    },
  },
  story: deletionStory,
};
