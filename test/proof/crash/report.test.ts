import { describe, expect, it } from '@jest/globals';
import { idOf } from '#test/server/support/people.ts';
import { addReports, findingLines, type RoundReport, summaryLines } from './report.ts';

const round: RoundReport = {
  findings: [],
  checks: 100,
  took: { quiet: 500, 'open pages': 1_200 },
  moments: ['answer', 'any', 'any'],
  takeOvers: [],
  acknowledged: 10,
  refused: 2,
  givenUp: 1,
  acknowledgedByType: { CreatePost: 4, SavePost: 2 },
  events: 12,
  clients: 3,
  journal: '/tmp/journal.ndjson',
};

describe('what a crash run says', () => {
  it('shows a few findings of each kind, so that none hides another', () => {
    const missing = Array.from({ length: 7 }, (_, n) => `Post ${idOf(`post ${n}`)} was acknowledged and is missing.`);
    const lines = findingLines([...missing, 'The command 1 made PostSaved twice.']);
    expect(lines.slice(0, 5)).toEqual(missing.slice(0, 5).map((finding) => `- ${finding}`));
    expect(lines.slice(5)).toEqual(['  and 2 more like these', '- The command 1 made PostSaved twice.']);
  });

  it('ends with kills, answers, checks and time', () => {
    const both = addReports([round, { ...round, moments: ['start'] }]);
    expect(both.acknowledgedByType).toEqual({ CreatePost: 8, SavePost: 4 });
    expect(summaryLines(both, { seed: 7, seconds: 30 })).toEqual([
      '4 kills in 30 s (seed 7): 1 just after an answer, 2 at any time, 1 while it started.',
      '20 acknowledged, 4 refused, 2 without an answer; 24 events, 6 pages.',
      'The checks took 3.4 s: open pages 2.4, quiet 1.0.',
      '200 checks, 0 findings: nothing lost, nothing doubled.',
    ]);
  });

  it('says how long a spare took', () => {
    const takeOvers = [5_120, 6_000].map((ms) => ({ who: 'projector', ms }) as const);
    const lines = summaryLines({ ...round, moments: ['projector', 'log killed'], takeOvers }, { seed: 1, seconds: 9 });
    expect(lines[0]).toBe('2 kills in 9 s (seed 1): 1 of the process that projects, 1 of the event store.');
    expect(lines[1]).toBe('A spare had taken over the work of the projector after 5.1, 6.0 s.');
  });
});
