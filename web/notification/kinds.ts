import {
  Bookmark,
  Heart,
  type LucideIcon,
  MessageCircle,
  MessageSquareHeart,
  MessageSquareText,
  MessagesSquare,
  Reply,
} from 'lucide-react';
import type { NotificationKind } from '#domain/notification/kinds.ts';

/** The thing that a notification is about, as far as its words need to know. */
export interface About {
  /** The target is a comment, not a post. */
  readonly isComment: boolean;
  /** How many it counts. */
  readonly total: number;
}

/** The look of a kind of notification; its words follow the names of those who did it. */
export interface KindLook {
  readonly icon: (about: About) => LucideIcon;
  readonly words: (about: About) => string;
  /** The post above is named, because what is quoted is the answer. */
  readonly namesPost: boolean;
  /** It counts things of one person, not people. */
  readonly countsThings?: true;
}

/** The kinds of notifications (NOTF-02, Q49). */
export const kindLooks: Readonly<Record<NotificationKind, KindLook>> = {
  comment: { icon: () => MessageCircle, words: () => 'commented on your post', namesPost: true },
  'comment reply': { icon: () => Reply, words: () => 'replied to your comment on', namesPost: true },
  'post interaction': { icon: () => MessagesSquare, words: () => 'also commented on', namesPost: true },
  'comment interaction': {
    icon: () => MessagesSquare,
    words: () => 'also replied in a thread of yours on',
    namesPost: true,
  },
  like: {
    icon: ({ isComment }) => (isComment ? Heart : Bookmark),
    words: ({ isComment }) => (isComment ? 'liked your comment' : 'saved your post'),
    namesPost: false,
  },
  'new chat': {
    icon: () => MessageSquareText,
    words: ({ total }) =>
      total === 1 ? 'started a conversation with you' : `started a conversation with you: ${total} messages`,
    namesPost: false,
    countsThings: true,
  },
  message: {
    icon: () => MessageSquareText,
    words: ({ total }) => (total === 1 ? 'sent you a message' : `sent you ${total} messages`),
    namesPost: false,
    countsThings: true,
  },
  'message like': {
    icon: () => MessageSquareHeart,
    words: ({ total }) => (total === 1 ? 'liked your message' : `liked ${total} of your messages`),
    namesPost: false,
    countsThings: true,
  },
};
