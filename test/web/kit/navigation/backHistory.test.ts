import { describe, expect, it } from '@jest/globals';
import { recordVisit, stepsBack, type Visit, wayBack } from '#web/kit/navigation/backHistory.ts';

const HOUR = 60 * 60 * 1_000;
const visit = (path: string, at = 0): Visit => ({ key: path, path, at });
const walk = (...paths: string[]) =>
  paths.reduce<readonly Visit[]>((visits, path) => recordVisit(visits, 'PUSH', visit(path)), []);

describe('the way back', () => {
  it('[SHEL-07 in part] leads to the page before', () => {
    expect(stepsBack(walk('/home', '/post/1'), '/post/1', 0)).toBe(1);
  });

  it('[SHEL-07 in part] is the fallback when the page was opened directly', () => {
    expect(stepsBack(recordVisit([], 'POP', visit('/post/1')), '/post/1', 0)).toBeNull();
    expect(stepsBack([], '/post/1', 0)).toBeNull();
  });

  it('passes over several entries of the page itself', () => {
    const visits = [visit('/home'), visit('/create/post?goBack=home'), { ...visit('/create/post'), key: 'guard' }];
    expect(stepsBack(visits, '/create/post', 0)).toBe(2);
  });

  it('[SHEL-07] forgets a visit after 24 hours', () => {
    const visits = [visit('/home', 0), visit('/post/1', 23 * HOUR)];
    expect(stepsBack(visits, '/post/1', 23 * HOUR)).toBe(1);
    expect(stepsBack(visits, '/post/1', 24 * HOUR)).toBeNull();
    expect(recordVisit(visits, 'PUSH', visit('/saved', 25 * HOUR)).map(({ path }) => path)).toEqual([
      '/post/1',
      '/saved',
    ]);
  });

  it('follows Back, and pages that took the place of others', () => {
    const back = recordVisit(walk('/home', '/post/1', '/saved'), 'POP', visit('/post/1'));
    expect(wayBack(back).map(({ path }) => path)).toEqual(['/home', '/post/1']);
    const replaced = recordVisit(walk('/home', '/login'), 'REPLACE', visit('/verify'));
    expect(replaced.map(({ path }) => path)).toEqual(['/home', '/verify']);
  });

  it('is the same once Forward has undone Back: the composer opened on a profile leads back there', () => {
    const composer = [...walk('/profile', '/create/post'), { ...visit('/create/post'), key: 'guard' }];
    const asked = recordVisit(composer, 'POP', visit('/create/post'));
    const back = recordVisit(asked, 'POP', { ...visit('/create/post'), key: 'guard' });
    expect(stepsBack(wayBack(asked), '/create/post', 0)).toBe(1);
    expect(stepsBack(wayBack(back), '/create/post', 0)).toBe(2);
    // A page that is opened instead takes the place of those in front of it.
    expect(recordVisit(asked, 'PUSH', visit('/saved')).map(({ path }) => path)).toEqual([
      '/profile',
      '/create/post',
      '/saved',
    ]);
    const replaced = recordVisit(asked, 'REPLACE', visit('/home'));
    expect([wayBack(replaced).length, replaced.length]).toEqual([2, 3]);
  });
});
