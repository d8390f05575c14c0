import { describe, expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import { claimStream } from '#domain/kernel/systemEvents.ts';
import { accounts, homes, introductions, people } from '#projections/user/collections.ts';
import {
  below,
  createLogBuilder,
  creation,
  id,
  instant,
  registration,
  topLevel,
  verification,
} from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';

const ann = id('ann');
const picture = personal({ kind: 'image' as const, name: 'a.jpg', width: 10, height: 20 });

function registered() {
  const log = createLogBuilder();
  log.add('UserRegistered', registration('ann'));
  return log;
}
const personOf = (log: ReturnType<typeof registered>) => documentOf(foldAll(log.events), people, ann);
const homeOf = (log: ReturnType<typeof registered>) => documentOf(foldAll(log.events), homes, ann);
const introductionOf = (log: ReturnType<typeof registered>) => documentOf(foldAll(log.events), introductions, ann);
const accountOf = (log: ReturnType<typeof registered>) => documentOf(foldAll(log.events), accounts, ann);

describe('people', () => {
  it('[PROF-10] [VERF-05] [AUTH-15] keep when they joined, and whether they are verified', () => {
    const log = registered();
    expect(personOf(log)).toMatchObject({ verified: false, username: 'ann' });
    const home = { id: ann, campus: 'ou', memberOf: null, joinedAt: instant(1), hidden: false };
    expect(homeOf(log)).toEqual(home);
    expect(accountOf(log)).toMatchObject({ verified: false });
    log.add('EmailConfirmed', { userId: ann, codeId: id('code') });
    expect(personOf(log)).toMatchObject({ verified: true });
    expect(accountOf(log)).toMatchObject({ verified: true, emailCode: null });
  });

  it('[PROF-09] [DATA-12 in part] change the picture in the one document that all cards refer to, and the bio apart from it', () => {
    const log = registered();
    expect(personOf(log)).toMatchObject({ hasBio: false, hasPicture: false, picture: null });
    expect(introductionOf(log)).toEqual({ id: ann, bio: null, graduationYear: null });
    log.add('BioChanged', { userId: ann, bio: personal('sells bikes') });
    log.add('ProfilePictureChanged', { userId: ann, picture });
    expect(personOf(log)).toMatchObject({ picture, hasBio: true, hasPicture: true });
    const { position: shown } = log.events.at(-1) ?? {};
    expect(foldAll(log.events).get('people', ann)?.position).toBe(shown);
    log.add('BioChanged', { userId: ann, bio: personal('sells bikes and lamps') });
    expect(introductionOf(log)).toMatchObject({ bio: 'sells bikes and lamps' });
    expect(foldAll(log.events).get('people', ann)?.position).toBe(shown);
  });

  it('[DATA-12 in part] [PROF-24 in part] are renamed by one write, whatever they have written', () => {
    const log = registered();
    const lamp = topLevel('lamp', 'ann');
    log.add('PostCreated', creation(lamp));
    log.add('PostCreated', creation(below(lamp, 'still there', 'ann')));
    const before = foldAll(log.events);
    const { position } = log.add('NameChanged', {
      userId: ann,
      firstName: personal('Anna'),
      lastName: personal('de la Cruz'),
    });
    const after = foldAll(log.events);
    expect(documentOf(after, people, ann)).toMatchObject({
      firstName: 'Anna',
      lastName: 'de la Cruz',
      username: 'ann',
    });
    const names = ['people', 'introductions', 'accounts', 'posts', 'postCounters', 'authorCounters'];
    const written = names.flatMap((name) => [...after.all(name)].filter((each) => each.position === position));
    expect(written).toHaveLength(1);
    expect(before.get('people', ann)?.position).not.toBe(position);
  });

  it('[DATA-01 in part] keep the graduation year, until it is removed', () => {
    const log = registered();
    expect(introductionOf(log)).toMatchObject({ graduationYear: null });
    log.add('GraduationYearChanged', { userId: ann, year: personal(2028) });
    expect(introductionOf(log)).toMatchObject({ graduationYear: 2028 });
    log.add('GraduationYearRemoved', { userId: ann });
    expect(introductionOf(log)).toMatchObject({ graduationYear: null });
  });

  it('[VERF-13] move to the campus whose members they are', () => {
    const log = registered();
    log.add('SchoolVerified', verification('ann', 'ut'));
    expect(homeOf(log)).toMatchObject({ campus: 'ut', memberOf: 'ut' });
    expect(accountOf(log)).toMatchObject({ campus: 'ut', memberOf: 'ut', schoolEmail: 'ann@ut.edu', schoolCode: null });
  });

  it('[CAMP-08 in part] go to another campus without a change of what all cards refer to', () => {
    const log = registered();
    const before = foldAll(log.events).get('people', ann);
    log.add('SchoolVerified', verification('ann', 'ut'));
    expect(foldAll(log.events).get('people', ann)).toEqual(before);
  });

  it('are hidden while their account is going to be deleted, and are at home again if it is kept', () => {
    const log = registered();
    log.add('SchoolVerified', verification('ann', 'ut'));
    const [person, home] = [personOf(log), homeOf(log)];
    log.add('DeletionRequested', { userId: ann, dueAt: instant(9), receipt: id('receipt') });
    expect(personOf(log)).toMatchObject({ erased: true, username: null });
    expect(homeOf(log)).toEqual({ ...home, hidden: true });
    log.add('DeletionCancelled', { userId: ann, receipt: id('receipt') });
    expect([personOf(log), homeOf(log)]).toEqual([person, home]);
  });

  it('[VERF-19] have another address once it is confirmed', () => {
    const log = registered();
    log.add('EmailChanged', {
      userId: ann,
      codeId: id('code'),
      email: personal('ann@new.example'),
      previousEmail: personal('ann@mail.example'),
      campus: 'ou',
    });
    expect(accountOf(log)).toMatchObject({ email: 'ann@new.example', changeCode: null });
  });

  it('[P10] leave a gap with an id when erased, and no account', () => {
    const log = registered();
    log.add('BioChanged', { userId: ann, bio: personal('sells bikes') });
    log.add('GraduationYearChanged', { userId: ann, year: personal(2028) });
    log.add('SubjectErased', { userId: ann, campus: null });
    expect(personOf(log)).toEqual({
      id: ann,
      username: null,
      firstName: null,
      lastName: null,
      picture: null,
      hasPicture: false,
      hasBio: false,
      verified: false,
      erased: true,
    });
    expect([accountOf(log), introductionOf(log), homeOf(log)]).toEqual([null, null, null]);
  });
});

describe('moderators', () => {
  it('[GUARD-13 in part] are known to their own accounts alone', () => {
    const log = registered();
    log.add('ModeratorAppointed', { userId: ann });
    expect(accountOf(log)).toMatchObject({ isModerator: true });
    expect(personOf(log)).not.toHaveProperty('isModerator');
    log.add('ModeratorDismissed', { userId: ann });
    expect(accountOf(log)).toMatchObject({ isModerator: false });
  });
});

describe('user names', () => {
  it("[PROF-01 in part] are found by the claim that was taken last; other claims are nobody else's to find", () => {
    const log = createLogBuilder();
    const claim = (kind: string, user: string) =>
      log.add('Held', { stream: `user-${id(user)}`, commandId: id('command') }, claimStream(kind, 'hash'));
    claim('username', 'bob');
    claim('username', 'ann');
    claim('email', 'ann');
    expect([...foldAll(log.events).all('usernames')].map(({ key, doc }) => [key, doc])).toEqual([
      ['claim-username-hash', { stream: `user-${ann}` }],
    ]);
  });
});

describe('codes of an account', () => {
  const code = { userId: ann, codeId: id('code'), purpose: 'confirm-email' };
  const request = { ...code, email: personal('ann@mail.example'), campus: 'ou' };

  it('[VERF-08] say what became of the newest mail', () => {
    const log = registered();
    log.add('CodeRequested', request);
    expect(accountOf(log)?.emailCode).toEqual({ codeId: code.codeId, state: 'requested', requestedAt: instant(2) });
    log.add('CodeSent', code);
    expect(accountOf(log)?.emailCode?.state).toBe('sent');
    expect(accountOf(log)?.schoolCode).toBeNull();
  });

  it('[VERF-13] that were mailed to a school are gone with the joining, those for other uses stay', () => {
    const log = registered();
    log.add('CodeRequested', request);
    log.add('CodeRequested', { ...request, codeId: id('school code'), purpose: 'join-campus' });
    expect(accountOf(log)?.schoolCode).toMatchObject({ codeId: id('school code') });
    log.add('SchoolVerified', verification('ann', 'ut'));
    expect(accountOf(log)).toMatchObject({ schoolCode: null, emailCode: { codeId: code.codeId } });
  });

  it('ignore what comes late of an older mail', () => {
    const log = registered();
    log.add('CodeRequested', request);
    log.add('CodeRequested', { ...request, codeId: id('newer') });
    log.add('CodeNotSent', code);
    expect(accountOf(log)?.emailCode).toMatchObject({ codeId: id('newer'), state: 'requested' });
    log.add('CodeNotSent', { ...code, codeId: id('newer') });
    expect(accountOf(log)?.emailCode?.state).toBe('failed');
  });

  it('[POST-18] tell the author alone whose pictures could not be deleted (D29)', () => {
    const log = registered();
    const place = { postId: id('desk'), kind: 'post', campus: 'ou', root: id('desk'), parent: null, ancestors: [] };
    expect(accountOf(log)?.imagesNotDeleted).toBeNull();
    const before = foldAll(log.events);
    log.add('PostImagesNotDeleted', { ...place, author: ann });
    expect(accountOf(log)?.imagesNotDeleted).toBe(id('desk'));
    expect(foldAll(log.events).get('people', ann)).toEqual(before.get('people', ann));
    log.add('SubjectErased', { userId: ann, campus: null });
    const erased = foldAll(log.events).get('accounts', ann);
    log.add('PostImagesNotDeleted', { ...place, author: ann });
    expect(foldAll(log.events).get('accounts', ann)).toEqual(erased);
  });

  it('change nothing of a person without an account', () => {
    const log = registered();
    log.add('SubjectErased', { userId: ann, campus: null });
    const before = foldAll(log.events);
    log.add('CodeSent', code);
    expect(foldAll(log.events).get('accounts', ann)).toEqual(before.get('accounts', ann));
  });
});
