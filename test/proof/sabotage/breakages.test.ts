import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { crashBreakages } from '../crash/breakages.ts';
import { faultBreakages } from '../faults/breakages.ts';
import { fuzzBreakages } from '../fuzz/breakages.ts';
import { breakText, fileOf } from './breakage.ts';

it.each([...crashBreakages, ...faultBreakages, ...fuzzBreakages].map((breakage) => [breakage.name, breakage] as const))(
  'the breakage %s still has its place in the program',
  (_name, breakage) => {
    const text = readFileSync(fileOf(breakage), 'utf8');
    expect(breakText(breakage, text)).not.toBe(text);
  },
);
