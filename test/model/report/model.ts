import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { personal, reveal } from '#domain/kernel/personal.ts';
import type { MessageState } from '#domain/message/state.ts';
import type { PostState } from '#domain/post/state.ts';
import type { ReportEvent } from '#domain/report/events.ts';
import { evidenceFolder } from '#domain/report/files.ts';
import type { CaseState } from '#domain/report/state.ts';
import type { Post } from '#projections/post/collections.ts';
import type { Case } from '#projections/report/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { canary, id } from '#test/projections/support/events.ts';
import { drawFrom } from '../acts.ts';
import { historyMessages } from '../message/parts.ts';
import {
  type Asked,
  commandModel,
  type Happened,
  type History,
  isHouse,
  must,
  mustAcross,
  type NaiveDocument,
  type NaiveDocuments,
  type NounModel,
  type Unlawful,
} from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { somePost } from '../post/parts.ts';
import { historyPeople, isModeratorIn, moderatorOf, someone, userLedger } from '../user/parts.ts';
import { reportRights } from './rights.ts';

/** Those who wait for a decision about a thing, and who looks after it. */
interface Open {
  readonly reporters: Set<string>;
  taker: string | null;
}

const open: Part<Map<string, Open>> = { begin: () => new Map() };

/** Cases whose evidence has files that are kept. */
const keeping: Part<Set<string>> = { begin: () => new Set() };

function* check({ event: happened, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const event = happened as ReportEvent;
  const all = ledgers.of(open);
  const { moderators, confirmed } = ledgers.of(userLedger);
  const { caseId, person } = event.data;
  const found = all.get(caseId);
  switch (event.type) {
    case 'Reported': {
      const { reporter } = event.data;
      yield must(actor === reporter && reporter !== person, `${actor} reports ${caseId} for ${reporter}`);
      yield must(found?.reporters.has(reporter) !== true, `${reporter} reports ${caseId} twice`);
      yield mustAcross(confirmed.has(reporter), `${reporter} reports without an address`);
      if (found === undefined) all.set(caseId, { reporters: new Set([reporter]), taker: null });
      else found.reporters.add(reporter);
      return;
    }
    case 'EvidenceKept':
      yield must(found !== undefined, `evidence of ${caseId}, which nobody reported`);
      if (event.data.fileCount > 0) ledgers.of(keeping).add(caseId);
      return;
    case 'EvidenceReleased':
      yield must(found === undefined, `the files of ${caseId} are released while it is open`);
      yield must(ledgers.of(keeping).delete(caseId), `the files of ${caseId} are released, and none are kept`);
      yield must(isHouse(actor), `${actor} releases the files of ${caseId}`);
      return;
    case 'CaseTaken':
    case 'CaseReleased': {
      const { by } = event.data;
      const isTaken = event.type === 'CaseTaken';
      yield must(found !== undefined && (found.taker === null) === isTaken, `${event.type} of ${caseId} by ${by}`);
      yield must(actor === by, `${actor} acts for ${by}`);
      yield mustAcross(moderators.has(by), `${event.type} by ${by}, no moderator`);
      if (found !== undefined) found.taker = isTaken ? by : null;
      return;
    }
    case 'CaseClosed': {
      const { by, outcome } = event.data;
      yield must(found !== undefined, `${caseId} is closed and was not open`);
      yield must(outcome === 'dismissed' ? actor === by : isHouse(actor), `${caseId} is ${outcome} by ${actor}`);
      if (outcome === 'dismissed') yield mustAcross(moderators.has(by), `${caseId} is closed by ${by}, no moderator`);
      all.delete(caseId);
    }
  }
}

/** One report in this many is of a message. */
const OF_A_MESSAGE = 5;

/** Something of a case, on a post or message of the history: reports, steps and decisions in turn. */
function report(history: History, who: number, what: number): void {
  const { log, parts } = history;
  if (who % OF_A_MESSAGE === 0) reportMessage(history, what);
  const post = somePost(parts, what);
  const reporter = someone(parts, who);
  if (post === undefined) return;
  const { postId, author, campus, root, parent } = post.place;
  const thing = { caseId: postId, kind: parent === null ? 'post' : 'comment', person: author, campus, root };
  const all = parts.of(open);
  const found = all.get(postId);
  const by = id(someone(parts, what).name);
  if (found === undefined && what % 2 === 0 && parts.of(keeping).delete(postId)) {
    log.add('EvidenceReleased', thing);
    return;
  }
  if (found === undefined || (what % 5 === 0 && !found.reporters.has(id(reporter.name)))) {
    if (reporter.erased) return;
    const opened = found ?? { reporters: new Set(), taker: null };
    opened.reporters.add(id(reporter.name));
    all.set(postId, opened);
    const text = personal(canary(reporter.name));
    log.add('Reported', { ...thing, reporter: id(reporter.name), reason: 'scam', text });
    const files = Array.from(
      { length: what % 3 },
      (_, n) => `${canary(post.author).toLowerCase().replace(/\W/g, '')}-${n}.webp`,
    );
    const evidence = { content: personal(canary(post.author)), imageCount: files.length };
    log.add('EvidenceKept', { ...thing, ...evidence, files: personal(files), fileCount: files.length });
    if (files.length > 0) parts.of(keeping).add(postId);
    return;
  }
  if ((who + what) % 3 !== 0) {
    log.add(found.taker === null ? 'CaseTaken' : 'CaseReleased', { ...thing, by });
    found.taker = found.taker === null ? by : null;
    return;
  }
  all.delete(postId);
  log.add('CaseClosed', { ...thing, by, outcome: post.deleted ? 'removed' : 'dismissed' });
}

/** Somebody reports what the other one wrote to them. */
function reportMessage({ log, parts }: History, who: number): void {
  const messages = parts.of(historyMessages);
  const message = messages[who % Math.max(1, messages.length)];
  if (message === undefined || message.deleted || parts.of(open).has(message.messageId)) return;
  const { messageId, author, recipient } = message;
  const nameOf = (userId: string) =>
    parts.of(historyPeople).find((each) => id(each.name) === userId && !each.erased)?.name;
  const [writer, reader] = [nameOf(author), nameOf(recipient)];
  if (writer === undefined || reader === undefined) return;
  const thing = { caseId: messageId, kind: 'message', person: author, campus: 'ou', root: null };
  parts.of(open).set(messageId, { reporters: new Set([recipient]), taker: null });
  log.add('Reported', { ...thing, reporter: recipient, reason: 'harassment', text: personal(canary(reader)) });
  const kept = { content: personal(canary(writer)), imageCount: 0, files: personal([]), fileCount: 0 };
  log.add('EvidenceKept', { ...thing, ...kept });
}

interface Counted {
  status: string;
  taker: string;
  reports: number;
  isDeleted: boolean;
  keepsFiles: 'yes' | 'no';
}

const CASES = ['CaseTaken', 'CaseReleased', 'CaseClosed'];
const OTHERS = ['PersonBanned', 'BanLifted', 'CampusPrivacyChanged', 'SearchTermTakenBack'];
const OF_ADS = ['AdReviewBegun', 'AdScheduled', 'AdApproved', 'AdRejected'];
const ROLES = ['ModeratorAppointed', 'ModeratorDismissed', 'AnalyticsOptedOut', 'AnalyticsOptedIn'];

/** Cases with their counts, every report, and an entry for each act. */
function documents(history: readonly RecordedEvent[]): NaiveDocuments {
  const cases = new Map<string, Counted>();
  const reports: NaiveDocument[] = [];
  const acts: NaiveDocument[] = [];
  for (const { id: key, type, data, meta } of history) {
    const { caseId, postId, by, cause } = data as Readonly<Record<string, string>>;
    const found = cases.get(caseId ?? postId ?? '');
    if (type === 'Reported') {
      const isOpen = found?.status === 'open';
      const before = isOpen ? found : { taker: '', reports: 0 };
      const { isDeleted, keepsFiles } = found ?? { isDeleted: false, keepsFiles: 'no' };
      const count = before.reports + 1;
      cases.set(caseId ?? '', { status: 'open', taker: before.taker, reports: count, isDeleted, keepsFiles });
      reports.push({ collection: 'reports', key, doc: { id: key, caseId, at: meta.at } });
    }
    const { fileCount = 0 } = data as { readonly fileCount?: number };
    if (type === 'EvidenceKept' && found !== undefined && fileCount > 0) found.keepsFiles = 'yes';
    if (type === 'EvidenceReleased' && found !== undefined) found.keepsFiles = 'no';
    if (type === 'PostDeleted' && found !== undefined) found.isDeleted = true;
    const { messageId = '' } = data as Readonly<Record<string, string>>;
    const message = type === 'MessageDeleted' ? cases.get(messageId) : undefined;
    if (message !== undefined) message.isDeleted = true;
    if (type === 'CaseTaken' && found !== undefined) found.taker = by ?? '';
    if (type === 'CaseReleased' && found !== undefined) found.taker = '';
    if (type === 'CaseClosed' && found !== undefined) Object.assign(found, { status: 'closed', taker: '' });
    const isRemoval = type === 'PostDeleted' && cause === 'moderator';
    if (![...CASES, ...OTHERS, ...OF_ADS, ...ROLES].includes(type) && !isRemoval) continue;
    acts.push({ collection: 'acts', key, doc: { id: key, action: type, at: meta.at, by: by ?? meta.actor } });
  }
  const found = [...cases].map(([key, doc]): NaiveDocument => ({ collection: 'cases', key, doc: { id: key, ...doc } }));
  return { documents: [...found, ...reports, ...acts], whole: ['cases', 'reports', 'acts'] };
}

/** One command in this many does not aim at what leads on. */
const OFF_TARGET = 4;

const reason = fc.constantFrom('spam', 'scam', 'other');
const somebody = ({ world, pick }: Asked) => world.ids('user')[pick % (world.ids('user').length || 1)] ?? id('nobody');

/** A post, mostly one with files, so that there is evidence that is kept for a time. */
function reportable({ world, pick, pick2 }: Asked): string {
  const withFiles = world
    .ids('post')
    .filter((each) => ((world.stateOf('post', each) as PostState).media ?? []).length > 0);
  const posts = pick2 % OFF_TARGET === 0 || withFiles.length === 0 ? world.ids('post') : withFiles;
  return posts[pick % (posts.length || 1)] ?? id('nobody');
}

/** A message that somebody has got. */
function placeOf({ world, pick }: Pick<Asked, 'world' | 'pick'>): MessageState['place'] {
  const messages = world.ids('message');
  return (world.stateOf('message', messages[pick % (messages.length || 1)] ?? '') as MessageState).place;
}

/** A thing that was reported, if there is any. */
const caseOf = ({ world, pick2 }: Asked) =>
  world.ids('report')[pick2 % (world.ids('report').length || 1)] ?? id('desk');

/** The decided case whose files have been kept longest, so that they get old enough; now and then any other. */
function longestKept(ask: Asked): string {
  const decidedAt = (caseId: string) => {
    const { keepsFiles, closedAt } = ask.world.stateOf('report', caseId) as CaseState;
    return keepsFiles ? closedAt : null;
  };
  const kept = ask.world.ids('report').flatMap((caseId) => {
    const at = decidedAt(caseId);
    return at === null ? [] : [{ caseId, at }];
  });
  const oldest = kept.toSorted((one, other) => (one.at < other.at ? -1 : 1))[0];
  return ask.pick % OFF_TARGET === 0 || oldest === undefined ? caseOf(ask) : oldest.caseId;
}

const aboutCase = () =>
  commandModel({
    by: 'person',
    often: 2,
    owner: moderatorOf,
    lawful: { caseId: id('desk') },
    mayDoNothing: true,
    fields: fc.constant(null),
    payload: (ask) => ({ data: { caseId: caseOf(ask) } }),
  });

/** Reports, and the work of moderators on them. */
export const reportModel: NounModel = {
  noun: 'report',
  rights: reportRights,
  commands: {
    ReportPerson: commandModel({
      by: 'person',
      often: 2,
      lawful: { userId: id('bob'), reason: 'scam', text: '' },
      fields: reason,
      payload: (ask) => ({ data: { userId: somebody(ask), reason: ask.fields, text: 'He never came.' } }),
    }),
    ReportPost: commandModel({
      by: 'person',
      often: 2,
      lawful: { postId: id('desk'), reason: 'other', text: 'It is not a desk.' },
      fields: reason,
      payload: (ask) => ({ data: { postId: reportable(ask), reason: ask.fields, text: 'It is not a desk.' } }),
    }),
    ReportMessage: commandModel({
      by: 'person',
      lawful: { messageId: id('message'), reason: 'scam', text: '' },
      fields: reason,
      payload: (ask) => ({
        data: { messageId: placeOf(ask)?.messageId ?? id('nobody'), reason: ask.fields, text: 'A lie.' },
      }),
      owner: (ask) => placeOf(ask)?.recipient,
    }),
    TakeCase: aboutCase(),
    ReleaseCase: aboutCase(),
    DismissCase: aboutCase(),
    SettleCase: commandModel({
      by: 'house',
      lawful: { caseId: id('desk'), by: id('ada'), outcome: 'removed' },
      mayDoNothing: true,
      fields: fc.constantFrom('removed', 'banned'),
      payload: (ask) => ({ data: { caseId: caseOf(ask), by: ask.userId, outcome: ask.fields } }),
    }),
    ReleaseEvidence: commandModel({
      by: 'house',
      often: 3,
      lawful: { caseId: id('desk') },
      mayDoNothing: true,
      fields: fc.constant(null),
      payload: (ask) => ({ data: { caseId: longestKept(ask) } }),
    }),
  },
  rule: { category: 'report', check },
  steps: { report: { often: 3, act: report } },
  documents,
  access: {
    cases: ({ viewer }) => viewer.isModerator,
    reports: ({ viewer }) => viewer.isModerator,
    acts: ({ viewer }) => viewer.isModerator,
  },
  files: {
    // The evidence of a case is kept, whether its post or picture stands or not.
    cases(doc) {
      const { id: caseId, kind, files } = doc as Case;
      return { folder: evidenceFolder({ kind, caseId }), names: reveal(files) ?? [] };
    },
  },
  *holds(history) {
    const kept = new Map<string, readonly string[]>();
    for (const { type, data } of history as readonly ReportEvent[]) {
      const folder = type === 'EvidenceKept' || type === 'EvidenceReleased' ? evidenceFolder(data) : '';
      if (type === 'EvidenceKept') kept.set(folder, [...(kept.get(folder) ?? []), ...(reveal(data.files) ?? [])]);
      if (type === 'EvidenceReleased') kept.delete(folder);
    }
    for (const [folder, names] of kept) yield { folder, names };
  },
  topics: () => [[1, topicName.cases('open')]],
  acts: {
    report: {
      often: 1,
      command(known) {
        const others = known.all<Post>('posts').filter(({ doc }) => doc !== null && doc.author !== known.me);
        const postId = known.mayErr ? drawFrom(known, others)?.key : undefined;
        return postId === undefined ? null : { type: 'ReportPost', data: { postId, reason: 'scam', text: 'A scam.' } };
      },
    },
    care: {
      often: 1,
      command(known) {
        const caseId = drawFrom(known, known.all('cases'))?.key;
        const type = drawFrom(known, ['TakeCase', 'ReleaseCase', 'DismissCase']) ?? '';
        return caseId === undefined || !isModeratorIn(known) ? null : { type, data: { caseId } };
      },
    },
  },
};
