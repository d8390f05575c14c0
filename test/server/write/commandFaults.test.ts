import { describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createCommandFaults } from '#server/write/commandFaults.ts';

function faults() {
  const lines: (readonly [level: string, fields: object])[] = [];
  const clock = { now: 0 };
  const note = createCommandFaults(
    { warn: (fields) => void lines.push(['warn', fields]), error: (fields) => void lines.push(['error', fields]) },
    () => clock.now,
  );
  return { lines, clock, note };
}

describe('commands that failed', () => {
  it('tell of a fault of ours each time, with the error', () => {
    const { lines, note } = faults();
    const error = new TypeError('x is not a function');
    note(error, 'one');
    note(error, 'two');
    expect(lines).toEqual([
      ['error', { err: error, command: 'one' }],
      ['error', { err: error, command: 'two' }],
    ]);
  });

  it('tell of an outage once in ten seconds, with how many they were and no stack', () => {
    const { lines, clock, note } = faults();
    for (let command = 0; command < 100; command += 1) note(new Unavailable('The disk is full.'), `c${command}`);
    expect(lines).toEqual([['warn', { command: 'c0', commands: 1, reason: 'The disk is full.' }]]);
    clock.now = 9_999;
    note(new Unavailable('The disk is full.'), 'c100');
    expect(lines).toHaveLength(1);
    clock.now = 10_000;
    note(new Unavailable('The disk is full.'), 'c101');
    expect(lines[1]).toEqual(['warn', { command: 'c101', commands: 101, reason: 'The disk is full.' }]);
  });
});
