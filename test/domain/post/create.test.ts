import { describe, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import { personal } from '#domain/kernel/personal.ts';
import { postCommands } from '#domain/post/commands.ts';
import { postDecider } from '#domain/post/decider.ts';
import { EMPTY_RICH_TEXT, richTextOf } from '#domain/post/normalise.ts';
import { rejectionText } from '#domain/registry.ts';
import type { UserState } from '#domain/user/state.ts';
import { as, given, system, visitor } from '../given.ts';
import {
  ada,
  confirmed,
  deleted,
  described,
  erased,
  id,
  joined,
  member,
  photo,
  pictured,
  posted,
  registered,
  userAfter,
} from '../samples.ts';

const commandId = id('post the desk');
const postId = newId(commandId, 0);

interface Draft {
  text?: string;
  media?: Media[];
  category?: string;
}

function create({ text = 'Oak desk, $40', media = [], category = 'furniture' }: Draft = {}) {
  return { id: commandId, type: 'CreatePost', data: { text: richTextOf(text), media, category } } as const;
}

const uploads = (...media: readonly Media[]) => Object.fromEntries(media.map((file) => [file.name, file]));
const by = (user: UserState, ...media: readonly Media[]) => ({
  actor: as(ada),
  facts: { user, uploads: uploads(...media) },
});

describe('creating a post', () => {
  it('[POST-16] [DATA-03 in part] makes a top-level post on the campus of the site, its pictures in order', () => {
    const [front, back] = [photo('front'), photo('back', 640, 480)];
    given(postDecider)
      .when(create({ media: [back, { ...front, width: 1 }] }), by(member(), front, back))
      .thenExactly(posted({ postId, root: postId, media: personal([back, front]), imageCount: 2 }));
  });

  it('[POST-04] refuses more than 500 characters with the exact text', () => {
    expect(given(postDecider).when(create({ text: 'x'.repeat(500) }), by(member())).decision.ok).toBe(true);
    given(postDecider)
      .when(create({ text: 'x'.repeat(501) }), by(member()))
      .thenRefused('TEXT_TOO_LONG');
    expect(rejectionText({ code: 'TEXT_TOO_LONG', data: {} })).toBe('Error: Too many characters!');
  });

  it('[POST-03] counts each line break as two', () => {
    const lines = (breaks: number, rest: number) => `a${'\nb'.repeat(breaks)}${'x'.repeat(rest)}`;
    expect(given(postDecider).when(create({ text: lines(100, 199) }), by(member())).decision.ok).toBe(true);
    given(postDecider)
      .when(create({ text: lines(100, 200) }), by(member()))
      .thenRefused('TEXT_TOO_LONG');
  });

  it('[POST-05] refuses a post without text or file; white space is no text', () => {
    given(postDecider)
      .when(create({ text: ' \n\t\u0000 ' }), by(member()))
      .thenRefused('POST_EMPTY');
    // A zero-width space, a Hangul filler, an empty Braille cell, a joiner: nothing of them is seen.
    for (const text of ['\u200b', '\u3164', '\u2800', '\u200d', '\u2063\n\ufe0f'])
      given(postDecider).when(create({ text }), by(member())).thenRefused('POST_EMPTY');
    const front = photo('front');
    const { decision } = given(postDecider).when(create({ text: ' ', media: [front] }), by(member(), front));
    expect(decision.ok && decision.events[0]?.data).toMatchObject({ text: EMPTY_RICH_TEXT, imageCount: 1 });
  });

  it('[POST-06 in part] refuses an eleventh file with the exact text', () => {
    const eleven = Array.from({ length: 11 }, (_, n) => photo(`photo-${n}`));
    given(postDecider)
      .when(create({ media: eleven }), by(member(), ...eleven))
      .thenRefused('TOO_MANY_FILES');
    expect(rejectionText({ code: 'TOO_MANY_FILES', data: {} })).toBe('Please choose up to 10 photos.');
    const ten = eleven.slice(1);
    expect(given(postDecider).when(create({ media: ten }), by(member(), ...ten)).decision.ok).toBe(true);
  });

  it('[POST-24 in part] a video is what was uploaded as one, with the poster that was uploaded with it', () => {
    const film: Media = { kind: 'video', name: 'film.mp4', width: 640, height: 360, seconds: 7, poster: null };
    const still = photo('still');
    const claimed: Media = { ...film, width: 1, seconds: 9_999, poster: still.name };
    const { decision } = given(postDecider).when(create({ media: [claimed] }), by(member(), film, still));
    const stored = { media: personal([{ ...film, poster: still.name }]), imageCount: 1 };
    expect(decision.ok && decision.events[0]?.data).toMatchObject(stored);
    // Whatever the sender calls it.
    const called: Media = { kind: 'image', name: film.name, width: 1, height: 1 };
    const other = given(postDecider).when(create({ media: [called] }), by(member(), film)).decision;
    expect(other.ok && other.events[0]?.data).toMatchObject({ media: personal([film]) });
  });

  it('refuses a poster that was never uploaded, or that is a video itself', () => {
    const film: Media = { kind: 'video', name: 'film.mp4', width: 640, height: 360, seconds: 7, poster: null };
    given(postDecider)
      .when(create({ media: [{ ...film, poster: 'still.webp' }] }), by(member(), film))
      .thenRefused('FILE_MISSING');
    given(postDecider)
      .when(create({ media: [{ ...film, poster: film.name }] }), by(member(), film))
      .thenRefused('FILE_MISSING');
  });

  it('refuses files that were never uploaded or named twice', () => {
    const front = photo('front');
    given(postDecider)
      .when(create({ media: [front] }), by(member()))
      .thenRefused('FILE_MISSING');
    given(postDecider)
      .when(create({ media: [front, front] }), by(member(), front))
      .thenRefused('FILE_TWICE');
  });

  it('[POST-08 in part] takes a listed category in any case, `all` for none, and no other', () => {
    const category = (value: string) => {
      const { decision } = given(postDecider).when(create({ category: value }), by(member()));
      return decision.ok ? decision.events[0]?.data : decision.rejection.code;
    };
    expect(category('Clothing, shoes, & accessories')).toMatchObject({ category: 'clothing, shoes, & accessories' });
    expect(category('')).toMatchObject({ category: 'all' });
    expect(category('weapons')).toBe('CATEGORY_UNKNOWN');
  });

  it('[DATA-14] changes nothing when it comes again, even after the post was deleted', () => {
    const made = posted({ postId, root: postId });
    given(postDecider, made).when(create(), by(member())).thenNothing();
    given(postDecider, made, deleted(made)).when(create(), by(member())).thenNothing();
  });
});

describe('the gates before a post', () => {
  const steps = [registered(), confirmed(), joined(), pictured(), described()];
  const stepped = (count: number) => by(userAfter(...steps.slice(0, count)));

  it.each([
    [0, 'SIGNED_OUT'],
    [1, 'EMAIL_NOT_CONFIRMED'],
    [2, 'SCHOOL_NOT_VERIFIED'],
    [3, 'PROFILE_INCOMPLETE'],
    [4, 'PROFILE_INCOMPLETE'],
  ])('[POST-15] after %i steps the gate is %s', (count, gate) => {
    given(postDecider).when(create(), stepped(count)).thenRefused(gate);
  });

  it('[POST-15] come in the order signed in, e-mail, school, profile, and before the content is looked at', () => {
    const nothing = create({ text: '', category: 'weapons' });
    given(postDecider)
      .when(nothing, { ...stepped(1), actor: visitor })
      .thenRefused('SIGNED_OUT');
    given(postDecider)
      .when(nothing, by(userAfter(registered(), pictured(), described())))
      .thenRefused('EMAIL_NOT_CONFIRMED');
    given(postDecider)
      .when(nothing, by(userAfter(registered(), confirmed(), pictured(), described())))
      .thenRefused('SCHOOL_NOT_VERIFIED');
    given(postDecider).when(nothing, stepped(5)).thenRefused('CATEGORY_UNKNOWN');
  });

  it('[PROF-27] say the exact text when picture or bio is missing', () => {
    const code = 'PROFILE_INCOMPLETE';
    expect(rejectionText({ code, data: {} })).toBe('Please pick a profile picture and add a bio before posting.');
    given(postDecider)
      .when(create(), by(userAfter(registered(), confirmed(), joined(), described())))
      .thenRefused(code);
  });

  it('[POST-15] keep guests of another campus out (Q07)', () => {
    given(postDecider)
      .when(create(), { ...by(member(ada, 'ut')), campus: 'ou' })
      .thenRefused('OTHER_CAMPUS');
    given(postDecider)
      .when(create(), { ...by(member()), campus: 'campus' })
      .thenRefused('OTHER_CAMPUS');
  });

  it("do not open with another's account or an erased one", () => {
    given(postDecider)
      .when(create(), { ...by(member()), actor: as(id('mallory')) })
      .thenRefused('SIGNED_OUT');
    given(postDecider)
      .when(create(), by(userAfter(registered(), confirmed(), joined(), pictured(), described(), erased())))
      .thenRefused('SIGNED_OUT');
  });
});

describe('welcoming a member', () => {
  const data = { userId: ada, campus: 'ou' };
  const welcome = { id: id('w'), type: 'WelcomeMember', data } as const;
  const bySystem = (user: UserState) => ({ actor: system, facts: { user, uploads: {} } });

  it('[VERF-14] puts a banner into the feed of the campus, once, under the same id every time (Q19)', () => {
    const { decision } = given(postDecider).when(welcome, bySystem(member()));
    if (!decision.ok) throw new Error('refused');
    expect(decision.events).toHaveLength(1);
    // Its id is that of its stream, which is another one on every campus.
    const streamOf = (campus: string) =>
      postCommands.WelcomeMember.target({ ...welcome, data: { ...data, campus } }, system);
    expect(streamOf('ut')).not.toBe(streamOf('ou'));
    expect(decision.events[0]?.data).toMatchObject({
      postId: streamOf('ou'),
      root: streamOf('ou'),
      kind: 'new user',
      author: ada,
      campus: 'ou',
      parent: null,
      imageCount: 0,
    });
    given(postDecider, ...decision.events)
      .when({ ...welcome, id: id('w2') }, bySystem(member()))
      .thenNothing();
  });

  it('is for members of that campus, and from the house', () => {
    given(postDecider)
      .when(welcome, bySystem(member(ada, 'ut')))
      .thenRefused('NOT_A_MEMBER');
    given(postDecider).when(welcome, bySystem(userAfter())).thenRefused('NOT_A_MEMBER');
    given(postDecider)
      .when(welcome, { ...bySystem(member()), actor: as(ada) })
      .thenRefused('NOT_ALLOWED');
  });
});
