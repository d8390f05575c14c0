import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { RESUMPTIONS_PER_DAY } from '#domain/ad/limits.ts';
import { COMMENTS_PER_DAY, POSTS_PER_DAY } from '#domain/post/limits.ts';
import { SEARCHES_KEPT_PER_DAY } from '#domain/search/limits.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { commandRates } from '#server/nouns.ts';
import {
  COMMANDS_OWN_SHARE,
  COMMANDS_PER_ADDRESS,
  COMMANDS_PER_USER,
  createClientCommands,
} from '#server/write/clientCommands.ts';
import { fakeClock } from '../support/dispatchRig.ts';
import { idOf } from '../support/people.ts';

const OPEN = { perMinute: 1_000_000, burst: 1_000_000 };
const DAY_MS = 24 * 60 * 60_000;
const ADA = idOf('ada');
const FROM = { userId: ADA, campus: 'ou', address: '::1' };
const COMMAND = { id: idOf('c'), actor: ADA, type: 'ChangeBio', version: 1, data: { bio: 'Hello.' } };
const OK = { ok: true } as const;
const DONE = { ok: true, position: '0000000000000007', events: [] } as const;

function rig(
  dispatch: (
    ...args: readonly unknown[]
  ) => Promise<typeof DONE | { ok: false; rejection: { code: string; data: object } }>,
) {
  const errors: unknown[] = [];
  const commands = createClientCommands({
    dispatcher: { dispatch: dispatch as never },
    clock: fakeClock().now,
    rateShare: null,
    ofCommands: [],
    onError: (error) => errors.push(error),
  });
  return { commands, errors };
}

const refusalIn = (answer: Awaited<ReturnType<ReturnType<typeof createClientCommands>>>) =>
  answer.ok ? null : answer.refusal;

describe('commands of browsers', () => {
  it('answers with the position at which the command is on disk', async () => {
    expect(await rig(async () => DONE).commands(COMMAND, FROM)).toEqual({ ok: true, position: '0000000000000007' });
  });

  it.each([
    ['a command of another account', COMMAND, { ...FROM, userId: idOf('bob') }, 'ACTOR_MISMATCH'],
    ['a visitor', COMMAND, { ...FROM, userId: null }, 'SIGNED_OUT'],
    ['no command', undefined, FROM, 'COMMAND_INVALID'],
    ['a list', [], FROM, 'COMMAND_INVALID'],
    ['an unknown key', { ...COMMAND, origin: 'server' }, FROM, 'COMMAND_INVALID'],
    ['a missing actor', { ...COMMAND, actor: undefined }, FROM, 'COMMAND_INVALID'],
  ])('refuses %s before the dispatcher sees it', async (_name, body, from, code) => {
    const { commands } = rig(async () => {
      throw new Error('It came through.');
    });
    expect(refusalIn(await commands(body, from))).toMatchObject({ code, retry: false });
  });

  it('hands the data over as it came, with every key, so that the schema can refuse unknown ones', async () => {
    const got: unknown[] = [];
    const { commands } = rig(async (...[envelope]: readonly unknown[]) => {
      got.push((envelope as { readonly data: object }).data);
      return DONE;
    });
    await commands({ ...COMMAND, data: JSON.parse('{"__proto__":{"isAdmin":true},"postId":"x"}') }, FROM);
    expect(got.map((data) => Object.keys(data as object))).toEqual([['__proto__', 'postId']]);
  });

  it('hands a command over under one form of its id: sent again in capitals it is the same command', async () => {
    const got: unknown[] = [];
    const { commands } = rig(async (...[envelope]: readonly unknown[]) => {
      got.push((envelope as { readonly id: string }).id);
      return DONE;
    });
    const inCapitals = { ...COMMAND, id: COMMAND.id.toUpperCase(), actor: ADA.toUpperCase() };
    for (const body of [COMMAND, inCapitals]) expect((await commands(body, FROM)).ok).toBe(true);
    expect(got).toEqual([COMMAND.id, COMMAND.id]);
  });

  it('says that an unknown outcome is to be tried again, and a fault of ours that it is not', async () => {
    const unknown = rig(() => Promise.reject(new Unavailable('The disk is full.')));
    expect(refusalIn(await unknown.commands(COMMAND, FROM))).toMatchObject({ code: 'UNAVAILABLE', retry: true });
    const broken = rig(() => Promise.reject(new TypeError('x is undefined')));
    expect(refusalIn(await broken.commands(COMMAND, FROM))).toMatchObject({
      text: 'Something went wrong',
      retry: false,
    });
    expect(broken.errors.length).toBe(1);
  });

  it('keeps no user of an address back when visitors of it, or others, have used it up', async () => {
    const { commands } = rig(async () => DONE);
    for (let n = 0; n < COMMANDS_PER_ADDRESS.burst; n += 1) await commands({}, { ...FROM, userId: null });
    expect(refusalIn(await commands({}, { ...FROM, userId: null }))).toMatchObject({ code: 'RATE_LIMITED' });
    for (let n = 0; n < COMMANDS_OWN_SHARE.burst; n += 1) {
      expect(await commands(COMMAND, FROM)).toMatchObject({ ok: true });
    }
    expect(refusalIn(await commands(COMMAND, FROM))).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('takes nothing of an address for what its user may not send anyway', async () => {
    const { commands } = rig(async () => DONE);
    for (let n = 0; n < COMMANDS_PER_ADDRESS.burst * 2; n += 1) await commands(COMMAND, FROM);
    expect(refusalIn(await commands({}, { ...FROM, userId: null }))).toMatchObject({ code: 'COMMAND_INVALID' });
  });

  it.each([
    ['searches', SEARCHES_KEPT_PER_DAY, 'PerformSearch'],
    ['posts', POSTS_PER_DAY, 'CreatePost'],
    ['comments', COMMENTS_PER_DAY, 'AddComment'],
    ['resumptions of ads', RESUMPTIONS_PER_DAY, 'ResumeAd'],
  ])('takes so many %s of one user a day, and everything else of theirs after them', async (_what, aDay, type) => {
    const { now, advance } = fakeClock();
    const commands = createClientCommands({
      dispatcher: { dispatch: async () => DONE },
      clock: now,
      rates: { perUser: OPEN, perAddress: OPEN },
      ofCommands: commandRates,
      rateShare: null,
      onError: () => undefined,
    });
    const act = { ...COMMAND, type, data: {} };
    async function greedy(): Promise<number> {
      for (let taken = 0; ; taken += 1) {
        const refusal = refusalIn(await commands({ ...act, id: randomUUID() }, FROM));
        if (refusal === null) continue;
        expect(refusal).toMatchObject({ code: 'RATE_LIMITED', retry: true });
        // In words: by the minute, and not "864 seconds".
        expect(refusal.text).toMatch(/ in ((\d\d?|1[01]\d) seconds?|\d+ minutes)\.$/);
        return taken;
      }
    }
    const HOURS = 24;
    let inDay = await greedy();
    expect(inDay).toBe(aDay / 2);
    expect(await commands(COMMAND, FROM)).toMatchObject({ ok: true });
    const bob = idOf('bob');
    expect(await commands({ ...act, actor: bob }, { ...FROM, userId: bob })).toMatchObject({ ok: true });
    // They come back over the day, not all at midnight; in any 24 hours there are no more than so many.
    for (let hour = 0; hour < HOURS; hour += 1) {
      advance(DAY_MS / HOURS);
      inDay += await greedy();
    }
    // The last one may come back a moment after the day.
    expect([aDay - 1, aDay]).toContain(inDay);
  });

  it('counts a command once that is sent again all through an outage, but no other one with it', async () => {
    let isAway = true;
    const commands = createClientCommands({
      dispatcher: { dispatch: async () => (isAway ? Promise.reject(new Unavailable('The disk is full.')) : DONE) },
      clock: fakeClock().now,
      rates: { perUser: OPEN, perAddress: OPEN },
      ofCommands: commandRates,
      rateShare: null,
      onError: () => undefined,
    });
    const post = { ...COMMAND, type: 'CreatePost', data: {} };
    for (let n = 0; n < POSTS_PER_DAY; n += 1) {
      expect(refusalIn(await commands(post, FROM))).toMatchObject({ code: 'UNAVAILABLE' });
    }
    isAway = false;
    const give = (type: string, id: string, by = ADA, data = {}) =>
      commands({ ...post, type, id, actor: by, data }, { ...FROM, userId: by });
    for (let n = 1; n < POSTS_PER_DAY / 2; n += 1) expect(await give('CreatePost', randomUUID())).toMatchObject(OK);
    expect(await give('CreatePost', COMMAND.id)).toMatchObject(OK);
    const refused = randomUUID();
    for (let n = 0; n < 2; n += 1) {
      expect(refusalIn(await give('CreatePost', refused))).toMatchObject({ code: 'RATE_LIMITED' });
    }
    // The id alone is no right to anything: it counts for its person, its type and its content.
    expect(refusalIn(await give('CreatePost', COMMAND.id, ADA, { a: 1 }))).toMatchObject({ code: 'RATE_LIMITED' });
    const bob = idOf('bob');
    for (const [type, by, most] of [
      ['CreatePost', bob, POSTS_PER_DAY / 2],
      ['AddComment', ADA, COMMENTS_PER_DAY / 2],
    ] as const) {
      expect(await give(type, COMMAND.id, by)).toMatchObject(OK);
      for (let n = 1; n < most; n += 1) await give(type, randomUUID(), by);
      expect(refusalIn(await give(type, randomUUID(), by))).toMatchObject({ code: 'RATE_LIMITED' });
    }
  });

  it('brakes one user and nobody else', async () => {
    const { commands } = rig(async () => DONE);
    for (let n = 0; n < COMMANDS_PER_USER.burst; n += 1) await commands(COMMAND, FROM);
    expect(refusalIn(await commands(COMMAND, FROM))).toMatchObject({ code: 'RATE_LIMITED', retry: true });
    const bob = idOf('bob');
    expect(await commands({ ...COMMAND, actor: bob }, { ...FROM, userId: bob })).toMatchObject({ ok: true });
  });
});
