import { describe, expect, it } from '@jest/globals';
import { USERNAME_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { isReservedUsername, usernameCandidates } from '#domain/user/username.ts';
import { id } from '../samples.ts';

function take(name: string, count: number, seed = id('seed')): string[] {
  const taken: string[] = [];
  for (const candidate of usernameCandidates(name, seed)) {
    taken.push(candidate);
    if (taken.length === count) break;
  }
  return taken;
}

describe('user names', () => {
  it('[AUTH-16] are first and last name in lower case without anything else, then -2, -3, …', () => {
    expect(take("Conan O'Brien", 3)).toEqual(['conanobrien', 'conanobrien-2', 'conanobrien-3']);
  });

  it('[AUTH-16] leave the middle words out and come from the name as typed, not from its initial', () => {
    expect(take('Ada King Lovelace', 1)).toEqual(['adalovelace']);
  });

  it.each([
    ['Zoë Núñez', 'zoenunez'],
    ['Łukasz Świątek', 'lukaszswiatek'],
    ['Jürgen Groß', 'jurgengross'],
    ['Søren Ærø', 'sorenaero'],
    ['Иван Чайковский', 'ivanchaikovskii'],
    ['Νίκος Παπαδόπουλος', 'nikospapadopoylos'],
    ['李小 龙王', 'student'],
  ])('[AUTH-16] write %j in a–z', (name, username) => {
    expect(take(name, 1)).toEqual([username]);
  });

  it('[AUTH-16] skip a name under four characters and a reserved one', () => {
    expect(take('李小 Bo', 2)).toEqual(['bo-2', 'bo-3']);
    expect(take('Set Tings', 2)).toEqual(['settings-2', 'settings-3']);
  });

  it('go on for ever without repeating themselves soon, the same way on a retry', () => {
    const many = take('John Smith', 600);
    expect(new Set(many).size).toBeGreaterThan(590);
    expect(take('John Smith', 600)).toEqual(many);
    expect(take('John Smith', 600, id('other')).at(-1)).not.toBe(many.at(-1));
  });

  it('are never too long', () => {
    const name = `${'ß'.repeat(20)} ${'ß'.repeat(20)}`;
    for (const candidate of take(name, 200)) expect(candidate.length).toBeLessThanOrEqual(USERNAME_MAX_CHARACTERS);
  });

  /** First path segments of all routes in the specification, and of the server's own paths. */
  const segments = `home media post messages notifications saved search search_schools create profile login logout
    register user_registration forgotpassword verify settings ads checkout 404 images api dev health`.split(/\s+/);

  it.each(segments)('[SETT-06 in part] keeps /%s free of profiles (Q03)', (segment) => {
    expect(isReservedUsername(segment.toUpperCase())).toBe(true);
  });
});
