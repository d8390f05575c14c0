import type { StoryLine, StoryTalk } from './story/story.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A message is seen so long after it came. */
const SEEN_AFTER_MS = MINUTE_MS / 2;
/** A message is liked so long after it came. */
const LIKED_AFTER_MS = MINUTE_MS;

/** One act of a conversation. Its command id is derived from `key`, which never changes. */
export type TalkMoment =
  | { readonly at: Date; readonly key: string; readonly kind: 'talk'; readonly by: string; readonly with: string }
  | {
      readonly at: Date;
      readonly key: string;
      readonly kind: 'line';
      readonly by: string;
      readonly to: string;
      readonly line: StoryLine;
    }
  | {
      readonly at: Date;
      readonly key: string;
      readonly kind: 'look' | 'heart';
      readonly by: string;
      readonly line: string;
    };

/** The acts of a conversation: it begins, each line is written, and the other one sees it, and may like it, but for an unread last one. */
export function talkMoments(talk: StoryTalk, index: number, now: Date): readonly TalkMoment[] {
  const key = `talk:${index}`;
  const begun = new Date(now.getTime() - talk.daysAgo * DAY_MS);
  let at = begun;
  const lines = talk.lines.flatMap((line, place): TalkMoment[] => {
    at = new Date(at.getTime() + line.after * MINUTE_MS);
    const lineKey = `${key}/${place}`;
    const to = line.by === talk.by ? talk.with : talk.by;
    const written: TalkMoment = { at, key: lineKey, kind: 'line', by: line.by, to, line };
    if (talk.isUnread && place === talk.lines.length - 1) return [written];
    const seenAt = new Date(at.getTime() + SEEN_AFTER_MS);
    const seen: TalkMoment = { at: seenAt, key: `look:${lineKey}`, kind: 'look', by: to, line: lineKey };
    if (line.isLiked === undefined) return [written, seen];
    const likedAt = new Date(at.getTime() + LIKED_AFTER_MS);
    return [written, seen, { at: likedAt, key: `heart:${lineKey}`, kind: 'heart', by: to, line: lineKey }];
  });
  return [{ at: begun, key, kind: 'talk', by: talk.by, with: talk.with }, ...lines];
}
