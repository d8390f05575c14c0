import type { Kept } from '../kit/kept.ts';

export const kept: readonly Kept[] = [
  { where: 'database', name: 'quad.outbox', use: 'your posts, comments and changes that are not sent yet.' },
];
