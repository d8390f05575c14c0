import type { MailKind } from './mailKinds.ts';

/** A kind of mails in words: for its switch, its link to unsubscribe, and the person's archive. */
export interface MailKindWords {
  /** Label of the switch, in the reader's own words (NOTF-10). */
  readonly mine: string;
  /** The same, said to the reader: "No more emails about …". */
  readonly yours: string;
  /** The shortest form: "mails about …". */
  readonly short: string;
}

/** Apart from the kinds, which every page loads. */
export const mailKindWords: Readonly<Record<MailKind, MailKindWords>> = {
  message: { mine: 'Messages to me', yours: 'messages to you', short: 'messages' },
  comment: { mine: 'Comments on my posts', yours: 'comments on your posts', short: 'comments' },
  'comment reply': { mine: 'Replies to my comments', yours: 'replies to your comments', short: 'replies' },
  like: {
    mine: 'Saves of my posts and likes of my comments',
    yours: 'saves of your posts and likes of your comments',
    short: 'saves and likes',
  },
};
