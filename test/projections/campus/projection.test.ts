import { describe, expect, it } from '@jest/globals';
import { campuses } from '#projections/campus/collections.ts';
import { createLogBuilder, id, registration, verification } from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';

function membersAfter(act: (log: ReturnType<typeof createLogBuilder>) => void, campus: string): number | undefined {
  const log = createLogBuilder();
  for (const name of ['ann', 'bob']) {
    log.add('UserRegistered', registration(name));
    log.add('SchoolVerified', verification(name));
  }
  act(log);
  return documentOf(foldAll(log.events), campuses, campus)?.members;
}

describe('members of a campus', () => {
  it('[VERF-16] are counted when their school is verified, not before', () => {
    expect(membersAfter((log) => log.add('UserRegistered', registration('cid')), 'ou')).toBe(2);
    expect(membersAfter((log) => log.add('SchoolVerified', verification('cid')), 'ou')).toBe(3);
  });

  it('[CAMP-13] [VERF-16] are counted on one campus only', () => {
    const move = (log: ReturnType<typeof createLogBuilder>) =>
      log.add('SchoolVerified', verification('ann', 'ut', 'ou'));
    expect(membersAfter(move, 'ou')).toBe(1);
    expect(membersAfter(move, 'ut')).toBe(1);
  });

  it('[VERF-16] are not counted again for another address of the same school', () => {
    expect(membersAfter((log) => log.add('SchoolVerified', verification('ann', 'ou', 'ou')), 'ou')).toBe(2);
  });

  it('[CAMP-13] [VERF-16] are one less when a member is erased', () => {
    expect(membersAfter((log) => log.add('SubjectErased', { userId: id('ann'), campus: 'ou' }), 'ou')).toBe(1);
    expect(membersAfter((log) => log.add('SubjectErased', { userId: id('ann'), campus: null }), 'ou')).toBe(2);
  });
});
