import { CalendarDays, MessageCircleReply, Newspaper, PackageCheck } from 'lucide-react';
import { Link } from 'react-router';
import { answerPaces, type Pace } from '#projections/message/collections.ts';
import type { Post } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { authorCounters, homes, people } from '#projections/user/collections.ts';
import { joinedText } from '../../kit/age.ts';
import { serverNow } from '../../kit/time/serverClock.ts';
import { useDocument, useTopic, useWindow } from '../../sync/hooks.ts';
import { FullName, handle, profilePath, UserAvatar } from '../../user/face.ts';
import styles from './AboutOffer.module.css';

/** Milliseconds for which a pace is believed: 60 days. */
const PACE_SHOWN_MS = 60 * 24 * 3_600_000;
/** Pixels of the seller's picture. */
const PICTURE_PX = 48;

const paces: Readonly<Record<Pace, string>> = {
  hour: 'Usually answers within an hour',
  hours: 'Usually answers within a few hours',
  day: 'Usually answers within a day',
  week: 'Usually answers within a week',
};

/** Who sells: since when they are here, how much they have sold here, how soon they answer, and the way to the profile. */
export function Seller({ post: { author, campus } }: { readonly post: Post }) {
  const person = useDocument(people, author);
  useTopic(topicName.person(author));
  const home = useDocument(homes, author);
  const count = useDocument(authorCounters, author)?.posts ?? 0;
  const within = usePace(author);
  const sold = useSold(campus, author);
  const path = profilePath(person);
  if (person === undefined || path === null) return null;
  return (
    <section className={styles.card} aria-label="Seller">
      <Link className={styles.seller} to={path}>
        <UserAvatar person={person} size={PICTURE_PX} />
        <span className={styles.names}>
          <strong>
            <FullName person={person} />
          </strong>
          <span>{handle(person)}</span>
        </span>
      </Link>
      <ul className={styles.facts}>
        {person.verified && home !== undefined && (
          <li>
            <CalendarDays size={18} aria-hidden /> {joinedText(home.joinedAt)}
          </li>
        )}
        {sold !== null && (
          <li>
            <PackageCheck size={18} aria-hidden /> {sold}
          </li>
        )}
        {within !== null && (
          <li>
            <MessageCircleReply size={18} aria-hidden /> {paces[within]}
          </li>
        )}
        {count > 0 && (
          <li>
            <Newspaper size={18} aria-hidden /> {count === 1 ? '1 post' : `${count} posts`}
          </li>
        )}
      </ul>
    </section>
  );
}

/** How soon somebody usually answers; `null`: it is not known, or nobody has asked for long. */
function usePace(author: string): Pace | null {
  const pace = useDocument(answerPaces, author);
  if (pace === undefined) return null;
  return serverNow() - Date.parse(pace.day) > PACE_SHOWN_MS ? null : pace.within;
}

/** "3 sold", "10+ sold" where the list goes on; `null`: nothing, or it is not known yet. */
function useSold(campus: string, author: string): string | null {
  const name = topicName.wallSold(campus, author);
  const { hasMore } = useTopic(name);
  const count = useWindow(name).length;
  if (count === 0) return null;
  return `${count}${hasMore ? '+' : ''} sold`;
}
