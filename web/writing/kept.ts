import type { Kept } from '../kit/kept.ts';

export const kept: readonly Kept[] = [
  { where: 'database', name: 'quad-drafts', use: 'your drafts and their pictures.' },
  { where: 'tab', name: 'quad-draft:', use: 'the last words of a draft, until they are in the database.' },
  { where: 'tab', name: 'quad-draft-of-tab:', use: 'which draft this tab is writing.' },
];
