import { Link } from 'react-router';
import { moderationReasons } from '#domain/kernel/moderation.ts';
import type { Ad } from '#projections/ad/collections.ts';
import styles from './Ads.module.css';
import { instantText } from './instantText.ts';

/** A notice for the owner of an ad: why it does not run, and what can be done. */
export function AdNotice({ ad }: { readonly ad: Ad }) {
  const text = noticeOf(ad);
  return text === null ? null : (
    <p className={styles.notice} role="status">
      {text}
      {ad.status === 'rejected' && (
        <>
          {' '}
          <Link to="/settings/help">Customer Support</Link>
        </>
      )}
    </p>
  );
}

function noticeOf({ status, pauseCause, rejection, startsAt, runUntilPaused }: Ad): string | null {
  if (status === 'in review') return 'A moderator looks at your ad. Its time does not run meanwhile.';
  if (status === 'scheduled' && startsAt !== null) return `It goes on at ${instantText(startsAt)}.`;
  if (status === 'rejected' && rejection !== null) {
    return `It was rejected: ${moderationReasons[rejection]}. What it has not spent stays in your available funds.`;
  }
  if (status === 'paused' && pauseCause === 'payment failed') {
    return 'It is paused because your card could not be charged for another day. Resume it to try again, or stop it and boost again with another card.';
  }
  if (status === 'paused' && pauseCause === 'post sold') {
    return 'It is paused because your post is sold. It can go on once you offer it again.';
  }
  if (status === 'active' && runUntilPaused) return 'It runs until you pause it. Each day is charged as it begins.';
  return null;
}
