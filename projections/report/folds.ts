import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { AnyEvent, EventNamed } from '#domain/registry.ts';
import { absent } from '../kernel/absent.ts';
import { type DocumentView, type Fold, type Folds, type Write, write } from '../kernel/projection.ts';
import { type Act, acts, type Case, cases, reports } from './collections.ts';

const caseRef = (key: string) => ({ collection: cases.name, key });
const actRef = ({ id }: { readonly id: string }) => ({ collection: acts.name, key: id });

/** An entry of the audit trail. */
function act(
  { id, type, meta }: Pick<RecordedEvent, 'id' | 'type' | 'meta'>,
  entry: Pick<Act, 'person'> & Partial<Pick<Act, 'by' | 'thing' | 'campus' | 'why'>>,
): Write {
  const nothing = { by: meta.actor, thing: null, campus: null, why: null };
  return write(acts, id, { id, list: 'all', action: type, at: meta.at, ...nothing, ...entry });
}

/** A fold that only adds to the audit trail; `null`: not an action of moderators. */
function audited<Type extends AnyEvent['type']>(
  entryOf: (event: RecordedEvent<EventNamed<Type>>) => Parameters<typeof act>[1] | null,
): Fold<Type> {
  return {
    reads: (event) => [actRef(event)],
    fold(event) {
      const entry = entryOf(event);
      return entry === null ? [] : [act(event, entry)];
    },
  };
}

/** The open case, once it has changed. */
function changed(documents: DocumentView, id: string, change: (found: Case) => Partial<Case>): readonly Write[] {
  const found = documents.get(cases, id);
  return found === undefined ? [] : [write(cases, id, { ...found, ...change(found) })];
}

type Kept = Pick<Case, 'content' | 'imageCount' | 'files' | 'keepsFiles' | 'isDeleted'>;
const NOTHING_KEPT: Kept = { content: absent(), imageCount: 0, files: absent(), keepsFiles: 'no', isDeleted: false };

const reported: Fold<'Reported'> = {
  reads: ({ id, data }) => [caseRef(data.caseId), { collection: reports.name, key: id }],
  fold({ id, data, meta: { at } }, documents) {
    const { caseId, kind, person, campus, root, reporter, reason, text } = data;
    const before = documents.get(cases, caseId);
    const isOpen = before?.status === 'open';
    const kept: Kept = before ?? NOTHING_KEPT;
    const opened: Case = {
      ...{ id: caseId, kind, person, campus, root, status: 'open', closed: null, reason, changedAt: at },
      ...{ content: kept.content, imageCount: kept.imageCount, isDeleted: kept.isDeleted },
      ...{ files: kept.files, keepsFiles: kept.keepsFiles },
      taker: isOpen ? before.taker : '',
      reports: (isOpen ? before.reports : 0) + 1,
    };
    return [write(cases, caseId, opened), write(reports, id, { id, caseId, reporter, reason, text, at })];
  },
};

const evidenceKept: Fold<'EvidenceKept'> = {
  reads: ({ data }) => [caseRef(data.caseId)],
  fold: ({ data: { caseId, content, imageCount, files, fileCount } }, documents) =>
    changed(documents, caseId, ({ keepsFiles }) => ({
      ...{ content, imageCount, files },
      keepsFiles: fileCount > 0 ? 'yes' : keepsFiles,
    })),
};

const evidenceReleased: Fold<'EvidenceReleased'> = {
  reads: ({ data }) => [caseRef(data.caseId)],
  fold: ({ data: { caseId } }, documents) => changed(documents, caseId, () => ({ files: absent(), keepsFiles: 'no' })),
};

/** A step of a moderator in a case. */
function step<Type extends 'CaseTaken' | 'CaseReleased' | 'CaseClosed'>(
  change: (event: RecordedEvent<EventNamed<Type>>) => Partial<Case>,
  why: (event: RecordedEvent<EventNamed<Type>>) => string | null = () => null,
): Fold<Type> {
  return {
    reads: (event) => [caseRef(event.data.caseId), actRef(event)],
    fold(event, documents) {
      const { caseId, person, campus, by } = event.data;
      return [
        ...changed(documents, caseId, () => ({ changedAt: event.meta.at, ...change(event) })),
        act(event, { by, person, thing: caseId, campus, why: why(event) }),
      ];
    },
  };
}

const postDeleted: Fold<'PostDeleted'> = {
  reads: (event) => [caseRef(event.data.postId), actRef(event)],
  fold(event, documents) {
    const { postId, author, campus, cause, reason } = event.data;
    const gone = changed(documents, postId, () => ({ isDeleted: true }));
    if (cause !== 'moderator') return gone;
    return [...gone, act(event, { person: author, thing: postId, campus, why: reason })];
  },
};

/** It ended with its conversation, or with its author's account: the evidence stays (Q46). */
const messageDeleted: Fold<'MessageDeleted'> = {
  reads: ({ data }) => [caseRef(data.messageId)],
  fold: ({ data }, documents) => changed(documents, data.messageId, () => ({ isDeleted: true })),
};

/** Folds of the reports and of the audit trail, which takes note of events of several nouns. */
export const reportFolds: Folds = {
  Reported: reported,
  EvidenceKept: evidenceKept,
  EvidenceReleased: evidenceReleased,
  CaseTaken: step<'CaseTaken'>(({ data }) => ({ taker: data.by })),
  CaseReleased: step<'CaseReleased'>(() => ({ taker: '' })),
  CaseClosed: step<'CaseClosed'>(
    ({ data: { by, outcome } }) => ({ status: 'closed', taker: '', closed: { by, outcome } }),
    ({ data }) => data.outcome,
  ),
  PostDeleted: postDeleted,
  MessageDeleted: messageDeleted,
  PersonBanned: audited(({ data: { userId, by, reason, about } }) => ({
    ...{ person: userId, by, why: reason, thing: about },
  })),
  BanLifted: audited(({ data: { userId, by, reason } }) => ({ person: userId, by, why: reason })),
  ModeratorAppointed: audited(({ data }) => ({ person: data.userId })),
  ModeratorDismissed: audited(({ data }) => ({ person: data.userId })),
  AnalyticsOptedOut: audited(({ data: { userId, by } }) => ({ person: userId, by })),
  AnalyticsOptedIn: audited(({ data: { userId, by } }) => ({ person: userId, by })),
  CampusPrivacyChanged: audited(({ data: { campus, privacy } }) => ({ person: null, campus, why: privacy })),
  AdReviewBegun: audited(({ data: { author, by, adId, campus } }) => ({ person: author, by, thing: adId, campus })),
  AdScheduled: audited(({ data: { author, by, adId, campus, startsAt: why } }) => ({
    ...{ person: author, by, thing: adId, campus, why },
  })),
  AdApproved: audited(({ data: { author, by, adId, campus } }) => ({ person: author, by, thing: adId, campus })),
  AdRejected: audited(({ data: { author, by, adId, campus, reason } }) => ({
    ...{ person: author, by, thing: adId, campus, why: reason },
  })),
  SearchTermTakenBack: audited(({ data: { term, campus, reason } }) => ({
    ...{ person: null, thing: term, campus, why: reason },
  })),
};
