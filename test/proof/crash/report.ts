import type { Answer, Journal } from './journal.ts';
import { MOMENTS, type Moment, PARTS, type Part } from './plan.ts';
import type { Verdict } from './verdict.ts';

/** Time that a spare took after a kill. */
export interface TakeOver {
  readonly who: 'projector' | 'reactors';
  /** From the kill until all that was acknowledged after it was projected, or reacted to. */
  readonly ms: number;
}

/** Result of one or more rounds. */
export interface RoundReport {
  readonly findings: readonly string[];
  /** Single statements that were checked. */
  readonly checks: number;
  /** Milliseconds that each part of the checks took, by its name. */
  readonly took: Readonly<Record<string, number>>;
  /** Moments of the kills. */
  readonly moments: readonly (Moment | Part)[];
  /** How long nobody did the work of a process that was killed. */
  readonly takeOvers: readonly TakeOver[];
  /** Answers, by outcome. */
  readonly acknowledged: number;
  readonly refused: number;
  readonly givenUp: number;
  /** Acknowledged commands, by type. */
  readonly acknowledgedByType: Readonly<Record<string, number>>;
  readonly events: number;
  readonly clients: number;
  /** File of the journal; it is kept when there are findings. */
  readonly journal: string;
}

const WORDS: Readonly<Record<Moment | Part, string>> = {
  answer: 'just after an answer',
  any: 'at any time',
  rebuild: 'in a rebuild',
  erasure: 'in an erasure',
  start: 'while it started',
  projector: 'of the process that projects',
  worker: 'of the one that reacts',
  'api-1': 'of api-1',
  'api-2': 'of api-2',
  'hub-1': 'of hub-1',
  'hub-2': 'of hub-2',
  'log killed': 'of the event store',
  'log stopped': 'of the event store in good order',
  'database killed': 'of the database',
  'database stopped': 'of the database in good order',
  'search killed': 'of the search engine',
  'search stopped': 'of the search engine in good order',
};

export function reportOf(
  journal: Journal,
  moments: readonly (Moment | Part)[],
  takeOvers: readonly TakeOver[],
  checked: { readonly verdict: Verdict; readonly events: number; readonly clients: number },
): RoundReport {
  const outcomes = journal.lines().flatMap((line) => (line.kind === 'answer' ? [line.answer.outcome] : []));
  const count = (outcome: Answer['outcome']) => outcomes.filter((each) => each === outcome).length;
  return {
    findings: checked.verdict.findings,
    checks: checked.verdict.checks,
    took: Object.fromEntries(checked.verdict.took),
    moments,
    takeOvers,
    acknowledged: count('acknowledged'),
    refused: count('refused'),
    givenUp: count('given up'),
    acknowledgedByType: countsByType(acknowledgedCommands(journal)),
    events: checked.events,
    clients: checked.clients,
    journal: journal.file,
  };
}

/** Types of the commands that were acknowledged. */
function acknowledgedCommands(journal: Journal): readonly string[] {
  const types = new Map<string, string>();
  const acknowledged: string[] = [];
  for (const line of journal.lines()) {
    if (line.kind === 'intent' && line.intent.do === 'command') types.set(line.id, line.intent.type);
    const type = line.kind === 'answer' && line.answer.outcome === 'acknowledged' ? types.get(line.id) : undefined;
    if (type !== undefined) acknowledged.push(type);
  }
  return acknowledged;
}

function countsByType(types: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(types, (type) => type)].map(([type, all]) => [type, all.length]));
}

/** All rounds in one. */
export function addReports(reports: readonly RoundReport[]): RoundReport {
  const sum = (value: (report: RoundReport) => number) => reports.reduce((total, report) => total + value(report), 0);
  return {
    findings: reports.flatMap(({ findings }) => findings),
    checks: sum(({ checks }) => checks),
    took: addTimes(reports.map(({ took }) => took)),
    moments: reports.flatMap(({ moments }) => moments),
    takeOvers: reports.flatMap(({ takeOvers }) => takeOvers),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    refused: sum(({ refused }) => refused),
    givenUp: sum(({ givenUp }) => givenUp),
    acknowledgedByType: countsByType(
      reports.flatMap(({ acknowledgedByType }) =>
        Object.entries(acknowledgedByType).flatMap(([type, count]) => Array<string>(count).fill(type)),
      ),
    ),
    events: sum(({ events }) => events),
    clients: sum(({ clients }) => clients),
    journal: reports.at(-1)?.journal ?? '',
  };
}

function addTimes(each: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const all = Map.groupBy(each.flatMap(Object.entries<number>), ([part]) => part);
  return Object.fromEntries([...all].map(([part, times]) => [part, times.reduce((sum, [, ms]) => sum + ms, 0)]));
}

/** How long the checks took, the longest part first; nothing where none were made. */
export function timeLines(took: Readonly<Record<string, number>>): readonly string[] {
  const parts = Object.entries(took).sort(([, a], [, b]) => b - a);
  if (parts.length === 0) return [];
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  const whole = parts.reduce((sum, [, ms]) => sum + ms, 0);
  const words = parts.map(([part, ms]) => `${part} ${seconds(ms)}`).join(', ');
  return [`The checks took ${seconds(whole)} s: ${words}.`];
}

/** Findings of one kind that are printed. */
const PER_KIND_MAX = 5;
/** Particulars by which findings of one kind differ: ids, numbers, texts, JSON. */
const PARTICULARS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|"[^"]*"|\{.*|\d+/g;

/** Findings as lines, a few of each kind: one error has many consequences, and none may hide another. */
export function findingLines(findings: readonly string[]): readonly string[] {
  const kinds = Map.groupBy(findings, (finding) => finding.replace(PARTICULARS, '…'));
  return [...kinds.values()].flatMap((alike) => {
    const more = alike.length - PER_KIND_MAX;
    return [
      ...alike.slice(0, PER_KIND_MAX).map((finding) => `- ${finding}`),
      ...(more > 0 ? [`  and ${more} more like these`] : []),
    ];
  });
}

/** The last words of a run. */
export function summaryLines(report: RoundReport, { seed, seconds }: { seed: number; seconds: number }): string[] {
  const { moments, takeOvers, acknowledged, refused, givenUp, events, clients, checks, findings } = report;
  const times = [...MOMENTS, ...PARTS].map(
    (moment) => [moments.filter((each) => each === moment).length, WORDS[moment]] as const,
  );
  const when = times.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return [
    `${moments.length} kills in ${seconds} s (seed ${seed}): ${when.join(', ')}.`,
    ...takeOverLines(takeOvers),
    `${acknowledged} acknowledged, ${refused} refused, ${givenUp} without an answer; ${events} events, ${clients} pages.`,
    ...timeLines(report.took),
    `${checks} checks, ${findings.length} findings${findings.length === 0 ? ': nothing lost, nothing doubled' : ''}.`,
  ];
}

function takeOverLines(takeOvers: readonly TakeOver[]): string[] {
  return [...Map.groupBy(takeOvers, ({ who }) => who)].map(([who, all]) => {
    const seconds = all.map(({ ms }) => (ms / 1_000).toFixed(1));
    return `A spare had taken over the work of the ${who} after ${seconds.join(', ')} s.`;
  });
}
