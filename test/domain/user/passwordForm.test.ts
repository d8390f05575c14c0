import { describe, expect, it } from '@jest/globals';
import { rejectionText } from '#domain/registry.ts';
import { checkPasswordFields, type PasswordFields } from '#domain/user/passwordForm.ts';

const GOOD: PasswordFields = { current: 'engine-1843', password: 'loom-1804', repeat: 'loom-1804' };

function textsOf(change: Partial<PasswordFields>, hasPassword = true) {
  const problems = Object.entries(checkPasswordFields({ ...GOOD, ...change }, hasPassword));
  return Object.fromEntries(
    problems.flatMap(([field, problem]) => (problem === null ? [] : [[field, rejectionText(problem)]])),
  );
}

describe('the form of another password', () => {
  it.each([
    ['nothing wrong', {}, {}],
    ['no current one', { current: '' }, { current: 'Current password required' }],
    [
      'no new one',
      { password: '', repeat: '' },
      { password: 'Please enter a new password', repeat: 'Must re-enter new password' },
    ],
    ['no repetition', { repeat: '' }, { repeat: 'Must re-enter new password' }],
    ['another repetition', { repeat: 'loom-1805' }, { repeat: 'Passwords do not match' }],
    ['five characters', { password: 'loom1', repeat: 'loom1' }, { password: 'Passwords must be 6+ characters' }],
  ])('[SETT-07 in part] %s', (_name, change, texts) => {
    expect(textsOf(change)).toEqual(texts);
  });

  it('asks an account without a password for no current one (Q71)', () => {
    expect(textsOf({ current: '' }, false)).toEqual({});
  });
});
