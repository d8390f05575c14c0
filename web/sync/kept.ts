import type { Kept } from '../kit/kept.ts';

export const kept: readonly Kept[] = [
  { where: 'device', name: 'quad-ended:', use: 'which of your changes were just sent or taken back, for a moment.' },
  { where: 'database', name: 'quad.outbox', use: 'your posts, comments and changes that are not sent yet.' },
];
