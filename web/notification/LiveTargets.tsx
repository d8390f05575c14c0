import { useMemo, useRef } from 'react';
import { namesOf, SOME_DOCUMENTS_MAX } from '#projections/kernel/topic.ts';
import type { Notification } from '#projections/notification/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { site } from '../session/site.ts';
import { useTopic } from '../sync/hooks.ts';

/** Topics of comments at once: a connection has 50 for the whole page. Comments of older rows are not quoted then. */
const LIVE_PARTS_MAX = 30;

/**
 * Topics of the comments that notifications are about, in parts. A part that is full stays as it is, whatever comes, so
 * that nothing is asked for again.
 */
export function useTargetTopics(found: readonly Notification[]): readonly string[] {
  const known = useRef<{ readonly ids: Set<string>; readonly parts: string[][] }>({ ids: new Set(), parts: [] });
  return useMemo(() => {
    const { ids, parts } = known.current;
    for (const { target, post } of found) {
      if (post === null || target === post || ids.has(target)) continue;
      ids.add(target);
      const last = parts.at(-1);
      if (last === undefined || last.length >= SOME_DOCUMENTS_MAX) parts.push([target]);
      else last.push(target);
    }
    return parts.slice(-LIVE_PARTS_MAX).map((part) => topicName.someComments(site.id, namesOf(part)));
  }, [found]);
}

/** Keeps comments live while they are quoted; draws nothing. */
export function LiveTargets({ topics }: { readonly topics: readonly string[] }) {
  return topics.map((topic) => <LivePart key={topic} topic={topic} />);
}

function LivePart({ topic }: { readonly topic: string }) {
  useTopic(topic);
  return null;
}
