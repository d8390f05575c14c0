import { describe, expect, it } from '@jest/globals';
import type { Expected, JournalCommand } from '../expected.ts';
import type { Answer } from '../journal.ts';
import type { Observed } from '../observed.ts';
import { Verdict } from '../verdict.ts';
import { checkLog } from './log.ts';

interface Line {
  readonly commandId: string;
  readonly type?: string;
  readonly stream?: string;
  readonly revision?: number;
  readonly position?: number;
}

/** A log whose lines are in order unless they say otherwise. */
function log(...lines: readonly Line[]): Observed {
  const events = lines.map(({ commandId, type = 'PostCreated', stream, revision = 0, position }, index) => ({
    position: String(position ?? index + 1).padStart(16, '0'),
    stream: stream ?? `post-${commandId}`,
    revision,
    type,
    meta: { commandId },
  }));
  const counted = Math.max(0, ...lines.map(({ position }, index) => position ?? index + 1));
  return { log: events, counted } as unknown as Observed;
}

function command(commandId: string, answer: Answer | null, type = 'CreatePost'): JournalCommand {
  return { commandId, answer, intent: { type } as JournalCommand['intent'] };
}

function findings(
  commands: readonly JournalCommand[],
  observed: Observed,
  acknowledged: Expected['acknowledged'] = [],
) {
  const verdict = new Verdict();
  checkLog(verdict, { commands, acknowledged } as unknown as Expected, observed);
  return verdict.findings;
}

const at = (n: number): Answer => ({ outcome: 'acknowledged', position: String(n).padStart(16, '0') });
const REFUSED: Answer = { outcome: 'refused', code: 'POST_EMPTY' };
const TAKEN_BACK: Answer = { outcome: 'taken back' };

describe('the check of the log', () => {
  it('finds nothing where everything is as it was answered', () => {
    const commands = [
      command('a', at(1)),
      command('b', REFUSED),
      command('c', { outcome: 'given up' }),
      command('d', null),
      command('e', TAKEN_BACK),
    ];
    expect(findings(commands, log({ commandId: 'a' }, { commandId: 'c' }))).toEqual([]);
  });

  it('[P7] finds what was taken back before it was sent, and is in the log', () => {
    expect(findings([command('a', TAKEN_BACK)], log({ commandId: 'a' }))).toEqual([
      expect.stringMatching(/was taken back and is in the log at 0*1/),
    ]);
  });

  it('[P1] finds what was acknowledged and is missing, or stands elsewhere', () => {
    expect(findings([command('a', at(1))], log())).toEqual([expect.stringContaining('is not in the log')]);
    expect(findings([command('a', at(2))], log({ commandId: 'a' }))).toEqual([
      expect.stringMatching(/in the log at 0*1/),
    ]);
    expect(findings([command('a', { outcome: 'acknowledged', position: null })], log())).toEqual([
      expect.stringContaining('was acknowledged and did nothing'),
    ]);
    const signUp = [{ what: 'register ada', position: '0000000000000001', stream: 'user-ada' }];
    expect(findings([], log({ commandId: 'b' }), signUp)).toEqual([expect.stringContaining('where post-b is')]);
  });

  it('[P2] finds what was done twice', () => {
    const twice = log({ commandId: 'a' }, { commandId: 'a', revision: 1 });
    expect(findings([], twice)).toEqual(['The command a made PostCreated twice.']);
  });

  it('[P3] finds a hole in the log and in a stream', () => {
    expect(findings([], log({ commandId: 'a' }, { commandId: 'b', position: 3 }))).toHaveLength(1);
    expect(findings([], log({ commandId: 'a', revision: 1 }))).toHaveLength(1);
  });

  it('[P7] finds what was refused and landed', () => {
    expect(findings([command('a', REFUSED)], log({ commandId: 'a' }))).toEqual([
      expect.stringContaining('was refused and is in the log'),
    ]);
  });
});
