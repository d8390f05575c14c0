import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { mustBeModerator } from '#domain/kernel/access.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { AnyNoun } from '#domain/kernel/noun.ts';
import { nouns } from '#domain/nouns.ts';
import { eventDefinitions } from '#domain/registry.ts';
import { acts } from '#projections/report/collections.ts';
import { reportFolds } from '#projections/report/folds.ts';
import { actWords } from '#web/report/actWords.ts';
import { id, instant, position } from '../support/events.ts';

const FIXTURES = new URL('../../fixtures/events/', import.meta.url);

/** The event of each command that moderators alone may give. A new one needs a line here, and its fold and its words. */
const ACTS: Readonly<Record<string, string>> = {
  TakeCase: 'CaseTaken',
  ReleaseCase: 'CaseReleased',
  DismissCase: 'CaseClosed',
  RemovePost: 'PostDeleted',
  BanPerson: 'PersonBanned',
  LiftBan: 'BanLifted',
  ChangeCampusPrivacy: 'CampusPrivacyChanged',
  TakeBackSearchTerm: 'SearchTermTakenBack',
  ReviewAd: 'AdReviewBegun',
  ScheduleAd: 'AdScheduled',
  ApproveAd: 'AdApproved',
  RejectAd: 'AdRejected',
  OptOutOfAnalytics: 'AnalyticsOptedOut',
  OptIntoAnalytics: 'AnalyticsOptedIn',
};

/** An event as its fixture has it. */
function fixtureOf(type: string): RecordedEvent {
  const version = eventDefinitions[type]?.version ?? 1;
  const { data } = JSON.parse(readFileSync(new URL(`${type}.v${version}.json`, FIXTURES), 'utf8'));
  const meta = { at: instant(1), actor: id('mo'), campus: 'ou', commandId: id('command') };
  return { id: id(type), type, version, data, meta, stream: 'x', revision: 0, position: position(1) } as RecordedEvent;
}

/** Types of the events that the audit trail takes note of. */
const audited = Object.entries(reportFolds).flatMap(([type, fold]) => {
  const reads = fold?.reads as ((event: RecordedEvent) => readonly { readonly collection: string }[]) | undefined;
  return reads?.(fixtureOf(type)).some(({ collection }) => collection === acts.name) ? [type] : [];
});

it('the audit trail takes note of everything that moderators alone may do', () => {
  const list: readonly AnyNoun[] = nouns;
  const theirs = list.flatMap(({ access }) =>
    Object.entries(access.mayDo).flatMap(([type, mayDo]) => (mayDo === mustBeModerator ? [type] : [])),
  );
  expect(Object.keys(ACTS).sort()).toEqual(theirs.sort());
  expect(Object.values(ACTS).filter((type) => !audited.includes(type))).toEqual([]);
});

it('the log of the console has words for each event of the audit trail', () => {
  expect(Object.keys(actWords).sort()).toEqual(audited.sort());
});
