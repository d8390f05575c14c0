import { websiteOf } from '#domain/ad/callToAction.ts';
import { reveal } from '#domain/kernel/personal.ts';
import type { Sponsored } from '#projections/ad/collections.ts';
import { people } from '#projections/user/collections.ts';
import { useMessage } from '../chat/face.ts';
import { Button, ButtonLink, ExternalButton } from '../kit/Button.tsx';
import { useSession } from '../session/session.ts';
import { useDocument } from '../sync/hooks.ts';
import styles from './Ads.module.css';

/** The button of a sponsored post, in the place of the message button (FEED-11). */
export function CallToAction({ ad }: { readonly ad: Sponsored }) {
  const author = useDocument(people, ad.author);
  const username = author === undefined ? null : reveal(author.username);
  const message = useMessage();
  const isOwn = useSession((session) => session.userId === ad.author);
  const website = websiteOf(reveal(ad.website) ?? '');
  if (ad.goal === 'website') {
    return website === null ? null : (
      <div className={styles.call}>
        <ExternalButton href={website}>{ad.label}</ExternalButton>
      </div>
    );
  }
  if (ad.goal === 'message') {
    return isOwn ? null : (
      <div className={styles.call}>
        <Button onClick={() => message(ad.author, ad.id)}>{ad.label}</Button>
      </div>
    );
  }
  return username === null ? null : (
    <div className={styles.call}>
      <ButtonLink to={`/${username}`}>{ad.label}</ButtonLink>
    </div>
  );
}
