import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { makeTornLog, type TornLog } from '../../../../proof/faults/tornLog.ts';

const RUNS = { seed: 20_260_103, numRuns: 100 };

let folder: string;
let torn: TornLog;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-torn-'));
  torn = makeTornLog(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Thousands more: `npm run faults -- --cuts 100000`. */
describe('a torn write-ahead log', () => {
  it('is whole when nothing is torn', () => {
    expect(torn.recover(torn.writeAheadLog, torn.writeAheadLog.length)).toEqual([]);
  });

  it('[P1] [P3] [P6] cut anywhere leaves every sound group, whole, never a hole', () => {
    const property = fc.property(fc.nat(torn.writeAheadLog.length), (length) => {
      expect(torn.recover(torn.writeAheadLog.subarray(0, length), length)).toEqual([]);
    });
    fc.assert(property, RUNS);
  });

  it('[P1] [P3] [P6] overwritten from anywhere on leaves every sound group, whole', () => {
    const garbage = fc.uint8Array({ minLength: 1, maxLength: 8_192 });
    const property = fc.property(fc.nat(torn.writeAheadLog.length - 1), garbage, (offset, bytes) => {
      const log = Buffer.from(torn.writeAheadLog);
      log.set(bytes.subarray(0, log.length - offset), offset);
      expect(torn.recover(log, offset)).toEqual([]);
    });
    fc.assert(property, RUNS);
  });
});
