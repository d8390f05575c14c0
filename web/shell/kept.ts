import type { Kept } from '../kit/kept.ts';

export const kept: readonly Kept[] = [
  { where: 'tab', name: 'quad.reloadedAt', use: 'when the page was renewed for a new version.' },
];
