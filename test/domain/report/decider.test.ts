import { describe, expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import { initialMessage, type MessageState } from '#domain/message/state.ts';
import { reportDecider } from '#domain/report/decider.ts';
import type { ReportEvent } from '#domain/report/events.ts';
import { EVIDENCE_FILES_KEPT_DAYS, REPORT_TEXT_MAX_CHARACTERS } from '#domain/report/limits.ts';
import { as, given, seconds, stateAfter, system, visitor } from '../given.ts';
import {
  ada,
  bob,
  confirmed,
  deleted,
  desk,
  id,
  member,
  postAfter,
  posted,
  registered,
  userAfter,
} from '../samples.ts';

const eve = id('eve');
const moderator = userAfter(registered(eve), confirmed(eve), { type: 'ModeratorAppointed', data: { userId: eve } });
const reporter = userAfter(registered(bob), confirmed(bob));
const thing = { caseId: desk, kind: 'post', person: ada, campus: 'ou', root: desk } as const;

const reported = (by = bob): ReportEvent => ({
  type: 'Reported',
  data: { ...thing, reporter: by, reason: 'scam', text: personal('It is no desk.') },
});
const kept = (content = 'Oak desk, $40', files: readonly string[] = []): ReportEvent => ({
  type: 'EvidenceKept',
  data: {
    ...thing,
    ...{ content: personal(content), imageCount: files.length },
    ...{ files: personal([...files]), fileCount: files.length },
  },
});
const closed = (outcome: 'dismissed' | 'removed' = 'dismissed'): ReportEvent => ({
  type: 'CaseClosed',
  data: { ...thing, by: eve, outcome },
});
const report = {
  type: 'ReportPost',
  id: id('report'),
  data: { postId: desk, reason: 'scam', text: ' It is no desk. ' },
} as const;
const facts = { reporter, post: postAfter(posted()), campus: null };
const byBob = { actor: as(bob), facts };

describe('a report of a post', () => {
  it('[PROF-06 in part] is kept with what stood there, once for a reporter while it is open', () => {
    given(reportDecider).when(report, byBob).thenExactly(reported(), kept());
    given(reportDecider, reported(), kept()).when(report, byBob).thenRefused('ALREADY_REPORTED');
    given(reportDecider, reported(eve), kept()).when(report, byBob).thenExactly(reported());
    given(reportDecider, reported(eve), kept('It was a lamp.')).when(report, byBob).thenExactly(reported(), kept());
    given(reportDecider, reported(), kept(), closed()).when(report, byBob).thenExactly(reported());
  });

  it('needs a confirmed address, an open campus, and somebody else’s post that stands', () => {
    const refusedOf = (change: Partial<typeof facts>, code: string, actor = as(bob)) =>
      given(reportDecider)
        .when(report, { actor, facts: { ...facts, ...change } })
        .thenRefused(code);
    refusedOf({}, 'SIGNED_OUT', visitor);
    refusedOf({ reporter: userAfter(registered(bob)) }, 'EMAIL_NOT_CONFIRMED');
    refusedOf({ reporter: member(ada) }, 'OWN_REPORT', as(ada));
    refusedOf({ post: postAfter() }, 'POST_UNKNOWN');
    refusedOf({ post: postAfter(posted(), deleted(posted())) }, 'POST_DELETED');
    refusedOf({ campus: { privacy: 'private', eventCount: 1 } as never }, 'CAMPUS_PRIVATE');
  });

  it('needs words for "something else", and not too many', () => {
    const say = (text: string) => ({ ...report, data: { ...report.data, reason: 'other', text } }) as const;
    given(reportDecider).when(say('  '), byBob).thenRefused('REPORT_EMPTY');
    given(reportDecider)
      .when(say('x'.repeat(REPORT_TEXT_MAX_CHARACTERS + 1)), byBob)
      .thenRefused('REPORT_TOO_LONG');
    const { decision } = given(reportDecider).when(say('👻'.repeat(REPORT_TEXT_MAX_CHARACTERS)), byBob);
    expect(decision.ok).toBe(true);
  });
});

describe('a report of a message (Q46)', () => {
  const cyd = id('cyd');
  const place = { messageId: id('message'), chatId: id('chat'), round: 1, author: ada, recipient: bob };
  const words = { text: 'Pay me first.', media: [{ kind: 'image', name: 'a.webp', width: 4, height: 3 }] as const };
  const message: MessageState = { ...initialMessage, place, text: words.text, media: [...words.media] };
  const about = { caseId: place.messageId, kind: 'message', person: ada, campus: 'ou', root: null } as const;
  const data = { messageId: place.messageId, reason: 'scam', text: '' } as const;
  const command = { type: 'ReportMessage', id: id('report'), data } as const;
  const facts = { reporter, message, author: member(ada) };
  const by = (userId: string, change: Partial<typeof facts> = {}) => ({
    actor: as(userId),
    facts: { ...facts, reporter: userAfter(registered(userId), confirmed(userId)), ...change },
  });

  it('keeps what was written, with its file, for the campus of its author', () => {
    const filed: ReportEvent = {
      type: 'Reported',
      data: { ...about, reporter: bob, reason: 'scam', text: personal('') },
    };
    const keeps: ReportEvent = {
      type: 'EvidenceKept',
      data: {
        ...{ ...about, content: personal(words.text), imageCount: 1 },
        ...{ files: personal(['a.webp']), fileCount: 1 },
      },
    };
    given(reportDecider).when(command, by(bob)).thenExactly(filed, keeps);
    given(reportDecider, filed, keeps).when(command, by(bob)).thenRefused('ALREADY_REPORTED');
  });

  it('is of somebody else’s message, in one’s own conversation, that stands', () => {
    given(reportDecider).when(command, by(ada)).thenRefused('OWN_REPORT');
    for (const unknown of [by(cyd), by(bob, { message: initialMessage })]) {
      given(reportDecider).when(command, unknown).thenRefused('MESSAGE_UNKNOWN');
    }
    given(reportDecider)
      .when(command, by(bob, { message: { ...message, deleted: true } }))
      .thenRefused('MESSAGE_DELETED');
    given(reportDecider)
      .when(command, by(bob, { reporter: userAfter(registered(bob)) }))
      .thenRefused('EMAIL_NOT_CONFIRMED');
    given(reportDecider)
      .when(command, { ...by(bob), actor: visitor })
      .thenRefused('SIGNED_OUT');
  });
});

describe('a report of a person', () => {
  it('[PROF-06 in part] keeps bio and picture, again when the picture has changed, and is never of oneself', () => {
    const data = { userId: ada, reason: 'spam', text: '' } as const;
    const command = { type: 'ReportPerson', id: id('report'), data } as const;
    const face = member(ada).picture ?? '';
    const about = { caseId: ada, kind: 'person', person: ada, campus: 'ou', root: null } as const;
    const filed = (by: string): ReportEvent => ({
      type: 'Reported',
      data: { ...about, reporter: by, reason: 'spam', text: personal('') },
    });
    const keeps = (...files: readonly string[]): ReportEvent => ({
      type: 'EvidenceKept',
      data: {
        ...{ ...about, content: personal('Selling my desk.'), imageCount: 1 },
        ...{ files: personal([...files]), fileCount: files.length },
      },
    });
    expect(face).not.toBe('');
    const byBob = { actor: as(bob), facts: { reporter, person: member(ada), campus: null } };
    given(reportDecider).when(command, byBob).thenExactly(filed(bob), keeps(face));
    given(reportDecider, filed(eve), keeps(face)).when(command, byBob).thenExactly(filed(bob));
    // Another picture, or evidence of a release that kept no pictures.
    given(reportDecider, filed(eve), keeps()).when(command, byBob).thenExactly(filed(bob), keeps(face));
    // The files that an earlier report has kept stay part of it.
    given(reportDecider, filed(eve), keeps('old.webp'))
      .when(command, byBob)
      .thenExactly(filed(bob), keeps('old.webp', face));
    given(reportDecider, filed(eve), keeps('old.webp', face)).when(command, byBob).thenExactly(filed(bob));
    given(reportDecider)
      .when(command, { actor: as(ada), facts: { reporter: member(ada), person: member(ada), campus: null } })
      .thenRefused('OWN_REPORT');
  });
});

describe('a case', () => {
  const taken: ReportEvent = { type: 'CaseTaken', data: { ...thing, by: eve } };
  const byEve = { actor: as(eve), facts: { moderator } };
  const data = { caseId: desk };
  const take = { type: 'TakeCase', id: id('take'), data } as const;
  const release = { type: 'ReleaseCase', id: id('release'), data } as const;
  const dismiss = { type: 'DismissCase', id: id('dismiss'), data } as const;

  it('is taken by one moderator at a time, released, and dismissed', () => {
    given(reportDecider, reported()).when(take, byEve).thenExactly(taken);
    given(reportDecider, reported(), taken).when(take, byEve).thenNothing();
    const other: ReportEvent = { type: 'CaseTaken', data: { ...thing, by: bob } };
    given(reportDecider, reported(), other).when(take, byEve).thenRefused('CASE_TAKEN');
    given(reportDecider, reported(), taken)
      .when(release, byEve)
      .thenExactly({ type: 'CaseReleased', data: { ...thing, by: eve } });
    given(reportDecider, reported(), taken).when(dismiss, byEve).thenExactly(closed());
    given(reportDecider, reported(), closed()).when(dismiss, byEve).thenRefused('CASE_UNKNOWN');
  });

  it('is the affair of moderators alone, and settled by the house', () => {
    for (const command of [take, release, dismiss]) {
      given(reportDecider, reported())
        .when(command, { actor: as(bob), facts: { moderator: reporter } })
        .thenRefused('NOT_ALLOWED');
    }
    const settle = { type: 'SettleCase', id: id('settle'), data: { ...data, by: eve, outcome: 'removed' } } as const;
    given(reportDecider, reported()).when(settle, { actor: system, facts: {} }).thenExactly(closed('removed'));
    given(reportDecider, reported())
      .when(settle, { actor: as(eve), facts: {} })
      .thenRefused('NOT_ALLOWED');
    given(reportDecider, reported(), closed()).when(settle, { actor: system, facts: {} }).thenNothing();
  });

  it('[P10] knows no evidence of an erased author', () => {
    const data = { ...thing, content: null as never, imageCount: 1, files: null as never, fileCount: 1 };
    const state = stateAfter(reportDecider, [reported(), { type: 'EvidenceKept', data }]);
    expect([state.evidence, state.kept]).toEqual([null, []]);
  });

  it('keeps the files of its evidence while it is open, and for 30 days after its decision', () => {
    const data = { caseId: desk };
    const release = { type: 'ReleaseEvidence', id: id('release files'), data } as const;
    const bySystem = { actor: system, facts: {} };
    const files = [reported(), kept('Oak desk, $40', ['a.webp']), kept('An oak desk.', ['b.webp'])];
    const released: ReportEvent = { type: 'EvidenceReleased', data: thing };
    const decided = (secondsAgo: number) => ({ event: closed(), at: seconds(-secondsAgo) });
    const month = EVIDENCE_FILES_KEPT_DAYS * 24 * 3_600;
    expect(EVIDENCE_FILES_KEPT_DAYS).toBe(30);
    given(reportDecider, ...files)
      .when(release, bySystem)
      .thenNothing();
    given(reportDecider, ...files, decided(month - 1))
      .when(release, bySystem)
      .thenNothing();
    given(reportDecider, ...files, decided(month), reported())
      .when(release, bySystem)
      .thenNothing();
    given(reportDecider, ...files, decided(month))
      .when(release, bySystem)
      .thenExactly(released);
    given(reportDecider, ...files, decided(month), released)
      .when(release, bySystem)
      .thenNothing();
    given(reportDecider, reported(), kept(), decided(month)).when(release, bySystem).thenNothing();
    given(reportDecider, ...files, decided(month))
      .when(release, { actor: as(eve), facts: {} })
      .thenRefused('NOT_ALLOWED');
    expect(stateAfter(reportDecider, files).kept).toEqual(['a.webp', 'b.webp']);
    // A thing that is reported again is kept again.
    given(reportDecider, reported(), kept(), decided(month), released)
      .when(report, byBob)
      .thenExactly(reported(), kept());
  });
});
