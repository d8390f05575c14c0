import type { Kept } from '../kit/kept.ts';

export const kept: readonly Kept[] = [
  { where: 'device', name: 'quad-ended:', use: 'which of your changes were just sent or taken back, for a moment.' },
  { where: 'tab', name: 'quad-unseen', use: 'what you have just sent, until your pages show it; a minute at most.' },
  {
    where: 'database',
    name: 'quad.known',
    use: 'the pages that you saw last, so that they open without a network; seven days, or until you log out.',
  },
  { where: 'database', name: 'quad.outbox', use: 'your posts, comments and changes that are not sent yet.' },
];
