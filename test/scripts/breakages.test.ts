import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { breakText, fileOf } from '#scripts/breakages/breakage.ts';
import { crashBreakages } from '#scripts/crash/breakages.ts';
import { faultBreakages } from '#scripts/faults/breakages.ts';
import { fuzzBreakages } from '#scripts/fuzz/breakages.ts';

it.each([...crashBreakages, ...faultBreakages, ...fuzzBreakages].map((breakage) => [breakage.name, breakage] as const))(
  'the breakage %s still has its place in the program',
  (_name, breakage) => {
    const text = readFileSync(fileOf(breakage), 'utf8');
    expect(breakText(breakage, text)).not.toBe(text);
  },
);
