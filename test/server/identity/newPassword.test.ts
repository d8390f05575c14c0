import { expect, it } from '@jest/globals';
import { createCheckNewPassword } from '#server/identity/newPassword.ts';
import { refusalOf } from '#server/kernel/refusal.ts';

const check = createCheckNewPassword();
const textOf = async (password: string) => {
  const problem = await check(password);
  return problem === null ? 'taken' : refusalOf(problem).text;
};

it.each(['123456', 'password1', 'Password1', 'QWERTY123', 'iloveyou', 'football', 'dragon123'])(
  'the password %s, which everyone uses, is refused with what to do',
  async (password) => {
    expect(await textOf(password)).toBe(
      'Too many people use this password. Please choose one that is harder to guess.',
    );
  },
);

it.each(['boomer-sooner', 'engine-1843', 'correct horse 1', 'пароль-и-соль'])('%s is taken', async (password) => {
  expect(await textOf(password)).toBe('taken');
});

it('[AUTH-14] what is wrong by itself is said first', async () => {
  expect(await textOf('12345')).toBe('Password too short.');
});

it('the list is read once, with the first password', async () => {
  let reads = 0;
  const counting = createCheckNewPassword(async () => {
    reads += 1;
    return new Set(['of-a-list']);
  });
  expect(reads).toBe(0);
  await Promise.all([counting('of-a-list'), counting('of-no-list')]);
  expect(reads).toBe(1);
});
