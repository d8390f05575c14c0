import { boostButton } from '#domain/ad/statusRules.ts';
import { ownBoosts, sponsored } from '#projections/ad/collections.ts';
import type { Post } from '#projections/post/collections.ts';
import { PostFiguresLine } from '../impression/face.ts';
import { ButtonLink } from '../kit/Button.tsx';
import { useSession } from '../session/session.ts';
import { useDocument } from '../sync/hooks.ts';
import styles from './Ads.module.css';

/** On a post: "Boosted" for everybody, and for its owner "Ad Paused" and the button of its newest ad (FEED-21, FEED-22, BOOST-14). */
export default function BoostLine({ post }: { readonly post: Post }) {
  const isOwner = useSession((session) => session.userId === post.author);
  const canPay = useSession((session) => session.payments);
  const isBoosted = useDocument(sponsored, post.id) !== undefined;
  const status = useDocument(ownBoosts, isOwner ? post.id : null)?.newest.status ?? null;
  const ad = useDocument(ownBoosts, isOwner ? post.id : null)?.newest.ad ?? '';
  const label = isBoosted ? 'Boosted' : isOwner && status === 'paused' ? 'Ad Paused' : null;
  const button = boostButton(status);
  const mayBoost = isOwner && post.kind === 'post' && (button === 'View Analytics' || (canPay && post.sale !== 'sold'));
  if (label === null && !mayBoost) return null;
  return (
    <div className={styles.line}>
      {label !== null && <span className={styles.label}>{label}</span>}
      {mayBoost && (
        <ButtonLink size="small" to={button === 'View Analytics' ? `/ads/${ad}` : `/post/${post.id}/boost`}>
          {button}
        </ButtonLink>
      )}
      {isOwner && status === 'active' && <PostFiguresLine postId={post.id} />}
    </div>
  );
}
