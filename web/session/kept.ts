import type { Kept } from '../kit/kept.ts';

export const kept: readonly Kept[] = [
  { where: 'cookie', name: 'quad_access', use: 'says for 10 minutes that you are logged in.' },
  {
    where: 'cookie',
    name: 'quad_refresh',
    use: 'keeps you logged in until you log out, or for 30 days without a visit.',
  },
  {
    where: 'cookie',
    name: 'quad_fresh',
    use: 'says for 10 minutes that you have just logged in, for what only you may do.',
  },
  { where: 'cookie', name: 'quad_tz', use: 'your time zone, because the site is for one country.' },
  {
    where: 'device',
    name: 'quad.user',
    use: 'the id of your account, so that unsent actions find their way offline.',
  },
  { where: 'tab', name: 'quad-return', use: 'the page to return to after logging in.' },
  { where: 'tab', name: 'quad-ask-school', use: 'that your school email is to be asked for once.' },
  {
    where: 'tab',
    name: 'quad-join',
    use: 'the id of your new account, if you asked to join your campus with its email, until it is confirmed.',
  },
];
