import { maySeeCampus } from '#domain/campus/access.ts';
import { campusFact } from '#domain/campus/state.ts';
import type { MailedNotificationKind } from '#domain/notification/kinds.ts';
import { MAIL_EXCERPT_CHARACTERS, MAIL_ITEMS_MAX } from '#domain/notification/limits.ts';
import { plainText, titleOf } from '#domain/post/face.ts';
import { type PostState, postFact } from '#domain/post/state.ts';
import { userFact } from '#domain/user/state.ts';
import {
  type MailThread,
  type Notification,
  type NotificationMails,
  notificationListKey,
  notificationMails,
  notifications,
} from '#projections/notification/collections.ts';
import { isThread } from '#projections/notification/mailThreads.ts';
import { layOutMail, type MailPart } from '../mail/mailLayout.ts';
import { sendNotice } from '../mail/sendNotice.ts';
import type { Mail } from '../ports/mail.ts';
import { postPath } from '../post/face.ts';
import type { Reactor, RecordedNamed } from '../reactors/reactor.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';
import { excerptOf, nameInMail, type Reachable, reachable } from '../settings/face.ts';

/** Milliseconds for which a mail waits until the read models have folded that it goes. */
const FOLD_TIMEOUT_MS = 30_000;

type Parts = Pick<
  ReactorParts,
  'dispatcher' | 'readStore' | 'projector' | 'transport' | 'vault' | 'siteOf' | 'identity' | 'clock' | 'logger'
>;
type Mailed = RecordedNamed<'NotificationMailed'>;

/**
 * Mails people about comments, replies and likes that they have not read (NOTF-09, COMM-11, SAVE-09): to a confirmed address,
 * if they want mails of the kind (NOTF-10), and only if something is unread still. The mail leads to the very comment.
 */
export function createNotificationMails(parts: Parts): Reactor {
  return {
    name: 'notificationMails',
    on: {
      async NotificationMailed(event) {
        const mail = await mailAbout(event, parts);
        return mail === null ? undefined : () => sendNotice(event, mail, parts);
      },
    },
  };
}

/** The mail; `null`: nobody is to be mailed of it any more. */
async function mailAbout(event: Mailed, parts: Parts): Promise<Mail | null> {
  const { userId, campus, kind } = event.data;
  const unread = await unreadOf(event, parts);
  const newest = await newestOf(unread, parts);
  if (newest === null) return null;
  const found = await reachable(userId, kind, campus, parts);
  const target = await parts.dispatcher.stateOf(postFact(newest.target));
  const post = await parts.dispatcher.stateOf(postFact(newest.post ?? newest.target));
  if (found === null || !(await isShown(found, target, post, parts))) return null;
  const name = nameInMail(await parts.dispatcher.stateOf(userFact(newest.actors[0] ?? '')));
  if (name === null) return null;
  const news = newsOf(kind, newest, name, unread.length);
  const title = excerptOf(titleOf(post.text), MAIL_EXCERPT_CHARACTERS);
  const isOfPost = newest.target === newest.post;
  const text = target.text === null || isOfPost ? '' : plainText(target.text).trim();
  const quoted: readonly MailPart[] =
    text === '' ? [] : [{ kind: 'text', text: `“${excerptOf(text, MAIL_EXCERPT_CHARACTERS)}”` }];
  return layOutMail({
    ...found.envelope,
    idempotencyKey: event.id,
    subject: news,
    parts: [
      {
        kind: 'text',
        text: title === '' ? `${news}.` : `${news}${isOfPost || kind === 'comment' ? '' : ' on'} “${title}”.`,
      },
      ...quoted,
      { kind: 'button', label: LABELS[kind], url: `${found.site}${postPath(target)}` },
    ],
  });
}

/** The notifications of the thread that are unread by now. */
async function unreadOf({ position, data }: Mailed, { projector, readStore }: Parts): Promise<MailThread['unread']> {
  await projector.waitFor(position, FOLD_TIMEOUT_MS);
  const key = notificationListKey(data.campus, data.userId);
  const [found] = await readStore.get([{ collection: notificationMails.name, key }]);
  const mails = found?.doc as NotificationMails | null | undefined;
  return mails?.threads.find((each) => isThread(each, data))?.unread ?? [];
}

async function newestOf([newest]: MailThread['unread'], { readStore }: Parts): Promise<Notification | null> {
  if (newest === undefined) return null;
  const [found] = await readStore.get([{ collection: notifications.name, key: newest.id }]);
  return (found?.doc as Notification | null | undefined) ?? null;
}

/** Whether the thing stands, and its reader may see it still (P8). */
async function isShown({ reader }: Reachable, target: PostState, post: PostState, { dispatcher }: Parts) {
  const { place } = target;
  if (place === null || target.deleted || post.deleted) return false;
  const { privacy } = await dispatcher.stateOf(campusFact(place.campus));
  const closed = privacy === 'private' ? [place.campus] : [];
  const { memberOf } = reader;
  return maySeeCampus({ userId: null, verified: true, isModerator: false, memberOf, closed }, place.campus);
}

/** Labels of the buttons that lead to the thing. */
const LABELS: Readonly<Record<MailedNotificationKind, string>> = {
  comment: 'See the comment',
  'comment reply': 'See the reply',
  like: 'See it on Quad',
};

/** The subject of a mail. @param unread how many are unread, as far as the mail knows them */
function newsOf(kind: MailedNotificationKind, newest: Notification, name: string, unread: number): string {
  const many = unread >= MAIL_ITEMS_MAX ? `${unread}+` : String(unread);
  switch (kind) {
    case 'comment':
      return unread === 1 ? `${name} commented on your post` : `${many} new comments on your post`;
    case 'comment reply':
      return unread === 1 ? `${name} replied to your comment` : `${many} new replies to your comment`;
    case 'like': {
      const others = newest.total - 1;
      const who = others === 0 ? name : `${name} and ${others} ${others === 1 ? 'other' : 'others'}`;
      return newest.target === newest.post ? `${who} saved your post` : `${who} liked your comment`;
    }
  }
}
