import { describe, expect, it } from '@jest/globals';
import type { Media } from '#domain/kernel/media.ts';
import { personal } from '#domain/kernel/personal.ts';
import { rejectionText } from '#domain/registry.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { UNCONFIRMED_HOLD_HOURS } from '#domain/user/limits.ts';
import { as, given, seconds, system, visitor } from '../given.ts';
import { ada, bob, confirmed, described, erased, id, joined, photo, pictured, registered } from '../samples.ts';

const uploads = (...media: readonly Media[]) => Object.fromEntries(media.map((file) => [file.name, file]));
const byAda = (...media: readonly Media[]) => ({ actor: as(ada), facts: { uploads: uploads(...media), claimed: {} } });
const confirmedAda = [registered(), confirmed()];

describe('the profile picture', () => {
  const change = (picture: Media) => ({ id: id('p'), type: 'ChangeProfilePicture', data: { picture } }) as const;

  it('[PROF-28] takes the sizes from the upload, not from the sender', () => {
    given(userDecider, ...confirmedAda)
      .when(change(photo('face', 1, 1)), byAda(photo('face', 640, 480)))
      .thenExactly({
        type: 'ProfilePictureChanged',
        data: { userId: ada, picture: personal(photo('face', 640, 480)) },
      });
  });

  it('[PROF-23] refuses what is no photo with the exact text, and what was never uploaded', () => {
    const film: Media = { kind: 'video', name: 'film.mp4', width: 10, height: 10, seconds: 1, poster: null };
    given(userDecider, ...confirmedAda)
      .when(change(film), byAda(film))
      .thenRefused('PHOTO_TYPE');
    expect(rejectionText({ code: 'PHOTO_TYPE', data: {} })).toBe('Only photos are allowed!');
    given(userDecider, ...confirmedAda)
      .when(change(photo('face')), byAda())
      .thenRefused('FILE_MISSING');
  });

  it('changes nothing for the present picture', () => {
    given(userDecider, ...confirmedAda, pictured())
      .when(change(photo('face')), byAda())
      .thenNothing();
  });
});

describe('the bio', () => {
  const change = (bio: string) => ({ id: id('b'), type: 'ChangeBio', data: { bio } }) as const;

  it('[PROF-16] is kept trimmed and clean', () => {
    given(userDecider, ...confirmedAda)
      .when(change('  Hi,\r\nI\u0000 sell\u202e books. '), byAda())
      .thenExactly({ type: 'BioChanged', data: { userId: ada, bio: personal('Hi,\nI sell books.') } });
  });

  it('[PROF-22 in part] has at most 160 characters, an emoji being one, and is not empty', () => {
    expect(given(userDecider, ...confirmedAda).when(change('😀'.repeat(160)), byAda()).decision.ok).toBe(true);
    given(userDecider, ...confirmedAda)
      .when(change('x'.repeat(161)), byAda())
      .thenRefused('BIO_TOO_LONG');
    given(userDecider, ...confirmedAda)
      .when(change(' \n '), byAda())
      .thenRefused('BIO_REQUIRED');
    // A joiner, a Hangul filler, a direction mark and an empty Braille cell: nothing that anybody sees.
    given(userDecider, ...confirmedAda)
      .when(change('\u200d\u3164 \u200e\u2800'), byAda())
      .thenRefused('BIO_REQUIRED');
    const seen = given(userDecider, ...confirmedAda).when(change('👩\u200d🎓 Ада'), byAda());
    seen.thenExactly({ type: 'BioChanged', data: { userId: ada, bio: personal('👩\u200d🎓 Ада') } });
  });

  it('[PROF-22 in part] the same again changes nothing', () => {
    given(userDecider, ...confirmedAda, described())
      .when(change('Selling my desk.'), byAda())
      .thenNothing();
  });

  it('[GUARD-02] [GUARD-14 in part] is changed by its owner with a confirmed address only', () => {
    given(userDecider, registered()).when(change('Hello'), byAda()).thenRefused('EMAIL_NOT_CONFIRMED');
    given(userDecider, ...confirmedAda)
      .when(change('Hello'), { ...byAda(), actor: visitor })
      .thenRefused('SIGNED_OUT');
    given(userDecider, ...confirmedAda)
      .when(change('Hello'), { ...byAda(), actor: as(bob) })
      .thenRefused('SIGNED_OUT');
  });
});

describe('the name', () => {
  const change = (firstName: string, lastName: string) =>
    ({ id: id('n'), type: 'ChangeName', data: { firstName, lastName } }) as const;
  const changed = (first: string, last: string): UserEvent => ({
    type: 'NameChanged',
    data: { userId: ada, firstName: personal(first), lastName: personal(last) },
  });
  const answer = (first: string, last: string) => {
    const { decision } = given(userDecider, ...confirmedAda).when(change(first, last), byAda());
    return decision.ok ? decision.events : rejectionText(decision.rejection);
  };

  it.each([
    ['', 'Lovelace', 'Name is required.'],
    ['A1', 'Lovelace', 'Your Name is Invalid.'],
    ['Ada', 'Love-lace', 'Your Name is Invalid.'],
    ['Ada', 'Love\u00adlace', 'Your Name is Invalid.'],
    ['A', 'Lovelace', 'Name is Invalid'],
    ['A.', 'L.', 'Your Name is Invalid.'],
    ['Ada', '', 'Full name is required'],
    ['Ada', 'L', 'Full name is required'],
    ['x'.repeat(21), 'Lovelace', 'First and last name may have at most 20 characters each.'],
    ['Ada', 'x'.repeat(21), 'First and last name may have at most 20 characters each.'],
    ['x'.repeat(21), 'L.', 'First and last name may have at most 20 characters each.'],
  ])('[PROF-22] [AUTH-13 in part] %j %j is answered %j', (first, last, text) => {
    expect(answer(first, last)).toBe(text);
  });

  it.each([
    ['  Ada ', 'King\u00a0 Noel', changed('Ada', 'King Noel')],
    ['x'.repeat(20), 'y'.repeat(20), changed('x'.repeat(20), 'y'.repeat(20))],
    ['Mary Ann', "O'Neil", changed('Mary Ann', "O'Neil")],
    // The initial of the sign-up may stay.
    ['Zoe\u0308', 'L.', changed('Zo\u00eb', 'L.')],
  ])('[PROF-22] %j %j is stored as typed, not as an initial (Q09)', (first, last, event) => {
    expect(answer(first, last)).toEqual([event]);
  });

  it('the same again changes nothing; after a change it is another one', () => {
    given(userDecider, ...confirmedAda)
      .when(change('Ada', 'L.'), byAda())
      .thenNothing();
    given(userDecider, ...confirmedAda, changed('Ada', 'King'))
      .when(change(' Ada', 'King '), byAda())
      .thenNothing();
    given(userDecider, ...confirmedAda, changed('Ada', 'King'))
      .when(change('Ada', 'L.'), byAda())
      .thenExactly(changed('Ada', 'L.'));
  });

  it('[GUARD-02] is changed by its owner with a confirmed address only', () => {
    given(userDecider, registered()).when(change('Ada', 'King'), byAda()).thenRefused('EMAIL_NOT_CONFIRMED');
    given(userDecider, ...confirmedAda)
      .when(change('Ada', 'King'), { ...byAda(), actor: as(bob) })
      .thenRefused('SIGNED_OUT');
  });
});

describe('the graduation year', () => {
  const choose = (year: number) => ({ id: id('g'), type: 'ChangeGraduationYear', data: { year } }) as const;
  const remove = { id: id('g'), type: 'RemoveGraduationYear', data: {} } as const;
  const chosen = (year: number): UserEvent => ({
    type: 'GraduationYearChanged',
    data: { userId: ada, year: personal(year) },
  });
  const removed: UserEvent = { type: 'GraduationYearRemoved', data: { userId: ada } };
  const earliest = 1950;
  const latest = new Date(seconds(0)).getUTCFullYear() + 10;

  it('[DATA-01 in part] is any from 1950 to ten years ahead, and can be removed again (Q80)', () => {
    for (const year of [earliest, latest]) {
      given(userDecider, ...confirmedAda)
        .when(choose(year), byAda())
        .thenExactly(chosen(year));
    }
    for (const year of [earliest - 1, latest + 1]) {
      const refused = given(userDecider, ...confirmedAda).when(choose(year), byAda());
      refused.thenRefused('GRADUATION_YEAR', { latest });
    }
    given(userDecider, ...confirmedAda, chosen(2028))
      .when(remove, byAda())
      .thenExactly(removed);
  });

  it('the same again changes nothing', () => {
    given(userDecider, ...confirmedAda, chosen(2028))
      .when(choose(2028), byAda())
      .thenNothing();
    given(userDecider, ...confirmedAda)
      .when(remove, byAda())
      .thenNothing();
    given(userDecider, ...confirmedAda, chosen(2028), removed)
      .when(choose(2028), byAda())
      .thenExactly(chosen(2028));
  });

  it('[GUARD-02] is changed by its owner with a confirmed address only', () => {
    for (const command of [choose(2028), remove]) {
      given(userDecider, registered(), chosen(2027)).when(command, byAda()).thenRefused('EMAIL_NOT_CONFIRMED');
      given(userDecider, ...confirmedAda)
        .when(command, { ...byAda(), actor: as(bob) })
        .thenRefused('SIGNED_OUT');
    }
  });
});

describe('erasing a person', () => {
  const erase = { id: id('e'), type: 'EraseUser', data: { userId: ada } } as const;
  const bySystem = { actor: system, facts: { uploads: {}, claimed: {} } };

  it('[P10] is said by the log with the campus that loses a member', () => {
    given(userDecider, ...confirmedAda, joined())
      .when(erase, bySystem)
      .thenExactly(erased());
  });

  it('changes nothing when done twice, and needs the person or the house', () => {
    given(userDecider, registered(), erased()).when(erase, bySystem).thenNothing();
    given(userDecider).when(erase, bySystem).thenRefused('USER_UNKNOWN');
    given(userDecider, registered())
      .when(erase, { ...bySystem, actor: as(bob) })
      .thenRefused('NOT_ALLOWED');
    expect(given(userDecider, registered()).when(erase, { ...bySystem, actor: as(ada) }).decision.ok).toBe(true);
  });

  describe('without a confirmed address', () => {
    const expire = { id: id('x'), type: 'ExpireUnconfirmed', data: { userId: ada } } as const;
    const made = (secondsAgo: number) => ({ event: registered(), at: seconds(-secondsAgo) });

    it(`makes the address free after ${UNCONFIRMED_HOLD_HOURS} hours, and not a second before`, () => {
      const hold = UNCONFIRMED_HOLD_HOURS * 3_600;
      given(userDecider, made(hold))
        .when(expire, bySystem)
        .thenExactly({ type: 'SubjectErased', data: { userId: ada, campus: null } });
      given(userDecider, made(hold - 1))
        .when(expire, bySystem)
        .thenRefused('EMAIL_TAKEN');
    });

    it('never touches a confirmed account, and only the house may say so', () => {
      given(userDecider, ...confirmedAda)
        .when(expire, bySystem)
        .thenRefused('EMAIL_TAKEN');
      given(userDecider, registered())
        .when(expire, { ...bySystem, actor: as(ada) })
        .thenRefused('NOT_ALLOWED');
      given(userDecider, registered(), erased()).when(expire, bySystem).thenNothing();
      given(userDecider).when(expire, bySystem).thenRefused('USER_UNKNOWN');
    });

    it('is confirmed by no code that comes after it', () => {
      const confirm = { id: id('c'), type: 'ConfirmEmail', data: { codeId: id('code') } } as const;
      given(userDecider, registered(), erased())
        .when(confirm, { ...bySystem, actor: as(ada) })
        .thenRefused('SIGNED_OUT');
    });
  });

  it('leaves nothing of the person in the state', () => {
    const graduating: UserEvent = { type: 'GraduationYearChanged', data: { userId: ada, year: personal(2028) } };
    const { state } = given(userDecider, ...confirmedAda, joined(), pictured(), described(), graduating, erased());
    expect(JSON.stringify(state)).not.toMatch(/ada@|Ada|lovelace|face|Selling|2028/);
  });
});
