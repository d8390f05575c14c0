import { describe, expect, it } from '@jest/globals';
import { createOrigin, setUpOrigin, wizardOrigin } from '#web/user/wizardOrigin.ts';

describe('where the wizard leads back to', () => {
  it('[PROF-17] names its last button by the origin', () => {
    const comment = 'comment-6f9619ff-8b86-5d01-b42d-00cf4fc964ff';
    const origins = [
      'create',
      'create-home',
      'create-detail',
      'create-profile',
      'home',
      'profile',
      comment,
      'saved',
      null,
    ];
    expect(origins.map((goBack) => wizardOrigin(goBack).label)).toEqual([
      'Continue Posting',
      'Continue Posting',
      'Continue Posting',
      'Continue Posting',
      'Back to Home',
      'Back to Profile',
      'Continue',
      'Continue',
      'Continue',
    ]);
  });

  it('[PROF-19] returns to the origin: to the composer and where it came from, to a comment, or to the page', () => {
    const id = '6f9619ff-8b86-5d01-b42d-00cf4fc964ff';
    const paths = [
      'create',
      'create-home',
      'create-detail',
      'create-profile',
      `comment-${id}`,
      'saved',
      'profile',
      null,
    ];
    expect(paths.map((goBack) => wizardOrigin(goBack).path)).toEqual([
      '/create/post?goBack=home',
      '/create/post?goBack=home',
      '/create/post?goBack=detail',
      '/create/post?goBack=profile',
      `/create/comment/${id}`,
      '/saved',
      '/profile',
      '/home',
    ]);
  });

  it('leads to no other site', () => {
    for (const goBack of ['//evil.example', 'https://evil.example', '../x', 'a/b', '', 'X'.repeat(60)]) {
      expect(wizardOrigin(goBack).path).toBe('/home');
    }
  });

  it('[POST-01] the composer knows the page it was opened from', () => {
    expect(['/home', '/post/1', '/profile', '/saved'].map(createOrigin)).toEqual(['home', 'detail', 'profile', 'home']);
  });

  it('[PROF-19] the set-up that the composer asks for leads back to the same composer', () => {
    const over = (pathname: string, search = '') => wizardOrigin(setUpOrigin({ pathname, search })).path;
    expect(over('/create/post', '?goBack=detail')).toBe('/create/post?goBack=detail');
    expect(over('/create/post', '?goBack=//evil')).toBe('/create/post?goBack=home');
    expect(over('/create/post')).toBe('/create/post?goBack=home');
    expect(over('/profile', '?goBack=detail')).toBe('/create/post?goBack=profile');
  });
});
