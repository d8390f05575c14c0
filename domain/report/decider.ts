import type { Denial, Viewer } from '../kernel/access.ts';
import { actingViewer } from '../kernel/acting.ts';
import type { Actor } from '../kernel/actor.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { fileNamesOf } from '../kernel/media.ts';
import type { ModerationReason } from '../kernel/moderation.ts';
import { personal } from '../kernel/personal.ts';
import { cleanText, countCharacters } from '../kernel/text.ts';
import { daysAfter, secondsBetween } from '../kernel/time.ts';
import { messageRejection } from '../message/rejection.ts';
import { plainText } from '../post/face.ts';
import { postRejection } from '../post/rejection.ts';
import { refuseUnlessStanding } from '../user/face.ts';
import type { UserState } from '../user/state.ts';
import { reportAccess } from './access.ts';
import { type ReportCommandNamed, type ReportContext, reportCommands } from './commands.ts';
import type { ReportEvent } from './events.ts';
import type { Outcome } from './kinds.ts';
import { CASE_MAX_REPORTERS, EVIDENCE_FILES_KEPT_DAYS, REPORT_TEXT_MAX_CHARACTERS } from './limits.ts';
import { reportRejection } from './rejection.ts';
import { type CaseState, type Evidence, evolveCase, initialCase, type Thing } from './state.ts';

/** A report, and what stands there now. */
interface Filing {
  readonly thing: Thing;
  readonly reporter: string;
  readonly reason: ModerationReason;
  readonly text: string;
  readonly evidence: Evidence;
}

/** Reports a person with their bio and picture as evidence (PROF-06, Q22). */
function reportPerson(
  state: CaseState,
  { data }: ReportCommandNamed<'ReportPerson'>,
  { actor, facts: { reporter, person, campus } }: ReportContext<'ReportPerson'>,
): Decision<ReportEvent> {
  const viewer = actingViewer(actor, reporter);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  const refused = refuseUnlessStanding(person);
  if (refused !== null) return refused;
  const place = { campus: person.campus ?? '' };
  const closed = campus?.privacy === 'private' ? [place.campus] : [];
  const denied = reportAccess.mayDo.ReportPerson({ ...viewer, closed }, place);
  if (denied !== null) return refuse(denied);
  const thing = { caseId: data.userId, kind: 'person', person: data.userId, campus: place.campus, root: null } as const;
  const evidence = {
    content: person.bio ?? '',
    imageCount: person.hasPicture ? 1 : 0,
    files: person.picture === null ? [] : [person.picture],
  };
  return file(state, { ...data, thing, reporter: viewer.userId, evidence });
}

/** Reports a post or comment with its text as evidence. */
function reportPost(
  state: CaseState,
  { data }: ReportCommandNamed<'ReportPost'>,
  { actor, facts: { reporter, post, campus } }: ReportContext<'ReportPost'>,
): Decision<ReportEvent> {
  const viewer = actingViewer(actor, reporter);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  const { place } = post;
  if (place === null) return refuse(postRejection('POST_UNKNOWN'));
  const closed = campus?.privacy === 'private' ? [place.campus] : [];
  const denied = reportAccess.mayDo.ReportPost({ ...viewer, closed }, place);
  if (denied !== null) return refuse(denied);
  if (post.deleted) return refuse(postRejection(place.parent === null ? 'POST_DELETED' : 'COMMENT_DELETED'));
  const kind = place.parent === null ? 'post' : 'comment';
  const thing = { caseId: place.postId, kind, person: place.author, campus: place.campus, root: place.root } as const;
  const media = post.media ?? [];
  const evidence = {
    content: post.text === null ? '' : plainText(post.text),
    imageCount: media.length,
    files: fileNamesOf(media),
  };
  return file(state, { ...data, thing, reporter: viewer.userId, evidence });
}

/** Reports a message that one got, with its text and file as evidence: they stay when the conversation is deleted (Q46). */
function reportMessage(
  state: CaseState,
  { data }: ReportCommandNamed<'ReportMessage'>,
  { actor, facts: { reporter, message, author } }: ReportContext<'ReportMessage'>,
): Decision<ReportEvent> {
  const viewer = actingViewer(actor, reporter);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  const { place } = message;
  const denied = reportAccess.mayDo.ReportMessage({ ...viewer, closed: [] }, place);
  if (denied !== null) return refuse(denied);
  if (place === null) return refuse(messageRejection('MESSAGE_UNKNOWN'));
  if (message.deleted) return refuse(messageRejection('MESSAGE_DELETED'));
  const campus = author?.memberOf ?? author?.campus ?? '';
  const thing = { caseId: place.messageId, kind: 'message', person: place.author, campus, root: null } as const;
  const media = message.media ?? [];
  const evidence = { content: message.text ?? '', imageCount: media.length, files: fileNamesOf(media) };
  return file(state, { ...data, thing, reporter: viewer.userId, evidence });
}

/**
 * Once for a reporter while the case is open; evidence is kept again only when it has changed. Files that an earlier report
 * has kept stay part of it, whatever stands there now.
 */
function file(state: CaseState, { thing, reporter, reason, text, evidence }: Filing): Decision<ReportEvent> {
  if (thing.person === reporter) return refuse(reportRejection('OWN_REPORT'));
  const words = cleanText(text).trim();
  if (countCharacters(words) > REPORT_TEXT_MAX_CHARACTERS) return refuse(reportRejection('REPORT_TOO_LONG'));
  if (reason === 'other' && words === '') return refuse(reportRejection('REPORT_EMPTY'));
  if (state.reporters.includes(reporter)) return refuse(reportRejection('ALREADY_REPORTED'));
  if (state.reporters.length >= CASE_MAX_REPORTERS) return refuse(reportRejection('ALREADY_REPORTED'));
  const reported: ReportEvent = { type: 'Reported', data: { ...thing, reporter, reason, text: personal(words) } };
  const { content, imageCount } = evidence;
  const files = [...new Set([...state.kept, ...evidence.files])];
  if (state.evidence !== null && isSame(state.evidence, { ...evidence, files })) return accept<ReportEvent>(reported);
  const kept = { content: personal(content), imageCount, files: personal([...files]), fileCount: files.length };
  return accept<ReportEvent>(reported, { type: 'EvidenceKept', data: { ...thing, ...kept } });
}

function isSame(one: Evidence, other: Evidence): boolean {
  return (
    one.content === other.content && one.imageCount === other.imageCount && one.files.join() === other.files.join()
  );
}

type Decided = { readonly ok: true; readonly thing: Thing; readonly by: string } | ReturnType<typeof refuse>;

/** The open case for a moderator. */
function openCase(state: CaseState, actor: Actor, moderator: UserState, mayDo: (viewer: Viewer) => Denial): Decided {
  const viewer = actingViewer(actor, moderator);
  const denied = mayDo(viewer);
  if (denied !== null || viewer.userId === null) return refuse(denied ?? kernelRejection('SIGNED_OUT'));
  if (state.thing === null || state.reporters.length === 0) return refuse(reportRejection('CASE_UNKNOWN'));
  return { ok: true, thing: state.thing, by: viewer.userId };
}

function takeCase(
  state: CaseState,
  _command: ReportCommandNamed<'TakeCase'>,
  { actor, facts: { moderator } }: ReportContext<'TakeCase'>,
): Decision<ReportEvent> {
  const open = openCase(state, actor, moderator, reportAccess.mayDo.TakeCase);
  if (!open.ok) return open;
  if (state.taker === open.by) return accept();
  if (state.taker !== null) return refuse(reportRejection('CASE_TAKEN'));
  return accept<ReportEvent>({ type: 'CaseTaken', data: { ...open.thing, by: open.by } });
}

/** By any moderator: the taker may be away. */
function releaseCase(
  state: CaseState,
  _command: ReportCommandNamed<'ReleaseCase'>,
  { actor, facts: { moderator } }: ReportContext<'ReleaseCase'>,
): Decision<ReportEvent> {
  const open = openCase(state, actor, moderator, reportAccess.mayDo.ReleaseCase);
  if (!open.ok) return open;
  if (state.taker === null) return accept();
  return accept<ReportEvent>({ type: 'CaseReleased', data: { ...open.thing, by: open.by } });
}

function dismissCase(
  state: CaseState,
  _command: ReportCommandNamed<'DismissCase'>,
  { actor, facts: { moderator } }: ReportContext<'DismissCase'>,
): Decision<ReportEvent> {
  const open = openCase(state, actor, moderator, reportAccess.mayDo.DismissCase);
  if (!open.ok) return open;
  return closed(open.thing, open.by, 'dismissed');
}

function settleCase(
  state: CaseState,
  { data: { by, outcome } }: ReportCommandNamed<'SettleCase'>,
  { actor }: ReportContext<'SettleCase'>,
): Decision<ReportEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (state.thing === null || state.reporters.length === 0) return accept();
  return closed(state.thing, by, outcome);
}

/** Not while the case is open, and not before its files were kept for long enough. */
function releaseEvidence(
  { thing, keepsFiles, closedAt }: CaseState,
  _command: ReportCommandNamed<'ReleaseEvidence'>,
  { actor, now }: ReportContext<'ReleaseEvidence'>,
): Decision<ReportEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (thing === null || closedAt === null || !keepsFiles) return accept();
  if (secondsBetween(daysAfter(closedAt, EVIDENCE_FILES_KEPT_DAYS), now) < 0) return accept();
  return accept<ReportEvent>({ type: 'EvidenceReleased', data: thing });
}

function closed(thing: Thing, by: string, outcome: Outcome): Decision<ReportEvent> {
  return accept<ReportEvent>({ type: 'CaseClosed', data: { ...thing, by, outcome } });
}

/** The rules of reports. */
export const reportDecider = defineDecider(reportCommands, {
  initial: initialCase,
  evolve: evolveCase,
  decide: {
    ReportPerson: reportPerson,
    ReportPost: reportPost,
    ReportMessage: reportMessage,
    TakeCase: takeCase,
    ReleaseCase: releaseCase,
    DismissCase: dismissCase,
    SettleCase: settleCase,
    ReleaseEvidence: releaseEvidence,
  },
  closing: ['DismissCase', 'SettleCase', 'ReleaseEvidence'],
});
