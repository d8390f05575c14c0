import type { TopicView } from '../../sync/hooks.ts';

/**
 * What stands in place of comments when there are none to show: that one waits for them, nothing, or the invitation to be
 * the first. A post of which comments are counted, or of which no count is known, has no first one to invite to (COMM-03).
 */
export function shownWithoutComments(
  status: TopicView['status'],
  count: number | undefined,
): 'waiting' | 'nothing' | 'invitation' {
  if (status !== 'live' && status !== 'stale') return 'waiting';
  return count === 0 ? 'invitation' : 'nothing';
}
