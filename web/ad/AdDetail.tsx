import { Megaphone } from 'lucide-react';
import { saidDuration, saidTimeLeft } from '#domain/ad/spending.ts';
import { AD_STATUS_LABELS, hasSpending } from '#domain/ad/statusRules.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { formatCents } from '#domain/kernel/money.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { type Ad, ads } from '#projections/ad/collections.ts';
import { posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { AdFigures } from '../impression/face.ts';
import { Button, ButtonLink } from '../kit/Button.tsx';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { EmptyState } from '../kit/State.tsx';
import { Glimpse } from '../post/face.ts';
import { useSession } from '../session/session.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { AdNotice } from './AdNotice.tsx';
import styles from './Ads.module.css';
import { type AskedAct, askDialog } from './dialogs.ts';
import { dayPriceText } from './priceText.ts';
import { runningOf, spentOf, spentText } from './spent.ts';
import { TitleForm } from './TitleForm.tsx';
import { useNow } from './useNow.ts';

/** One ad, live: status, time left, spending, and what its owner can do (BOOST-15 to 19, BOOST-22, BOOST-26, BOOST-27). */
export function AdDetail({ adId }: { readonly adId: string }) {
  const isId = idSchema.safeParse(adId).success;
  const topic = useTopic(isId ? topicName.ad(adId) : null);
  const ad = useDocument(ads, isId ? adId : null);
  const isGone =
    !isId || topic.refusal?.code === 'AD_DELETED' || topic.refusal?.code === 'AD_UNKNOWN' || ad?.list === null;
  if (isGone) {
    return (
      <EmptyState
        icon={<Megaphone size={32} />}
        title="Sorry, that ad has been deleted."
        action={
          <ButtonLink variant="primary" to="/ads">
            Manage Ads
          </ButtonLink>
        }
      />
    );
  }
  if (ad === undefined)
    return <TopicWaiting topic={topic} skeleton={<CardSkeletons count={1} label="Loading the ad" />} />;
  return <Detail ad={ad} />;
}

function Detail({ ad }: { readonly ad: Ad }) {
  const now = useNow();
  const { status, post, label, goal, website, runUntilPaused, durationMinutes, amountBudgeted } = ad;
  const running = runningOf(ad);
  const shown = useDocument(posts, post);
  return (
    <article className={styles.panel} aria-label={reveal(ad.title) ?? 'Boost Post'}>
      {shown !== undefined && !shown.deleted && <Glimpse post={shown} />}
      <TitleForm key={ad.id} ad={ad} />
      <dl className={styles.facts}>
        <dt>Status</dt>
        <dd>{status === 'removed' ? '' : AD_STATUS_LABELS[status]}</dd>
        {running !== null && (
          <>
            <dt>Time left</dt>
            <dd>{hasEnded(status) ? 'Expired' : saidTimeLeft(running, now)}</dd>
          </>
        )}
        <dt>Duration</dt>
        <dd>{runUntilPaused ? 'Until paused' : saidDuration(durationMinutes)}</dd>
        <dt>Price</dt>
        <dd>
          {runUntilPaused ? dayPriceText(ad, true) : `${formatCents(amountBudgeted)} (${dayPriceText(ad, false)})`}
        </dd>
        <dt>Spent</dt>
        <dd>{spentText(ad, now)}</dd>
        <dt>Button</dt>
        <dd>{goal === 'website' ? `${label} (${reveal(website) ?? ''})` : label}</dd>
      </dl>
      {hasSpending(status === 'removed' ? 'checkout' : status) && (
        <progress
          className={styles.bar}
          max={amountBudgeted}
          value={spentOf(ad, now)}
          aria-label="Spent of the budget"
        />
      )}
      <AdNotice ad={ad} />
      <Acts ad={ad} />
      <AdFigures ad={ad} />
    </article>
  );
}

function hasEnded(status: Ad['status']): boolean {
  return status === 'stopped' || status === 'completed' || status === 'rejected';
}

function Acts({ ad: { id: adId, post: postId, status } }: { readonly ad: Ad }) {
  const canPay = useSession((session) => session.payments);
  const ask = (act: AskedAct['act']) => openDialog(askDialog, { act, postId, adId });
  const isOver = hasEnded(status);
  const isPaused = status === 'paused';
  return (
    <div className={styles.acts}>
      {(status === 'active' || status === 'paused') && (
        <>
          {/* One button: it keeps the focus, which would go on to the one that ends the ad. */}
          <Button variant={isPaused ? 'primary' : 'secondary'} onClick={() => ask(isPaused ? 'ResumeAd' : 'PauseAd')}>
            {isPaused ? 'Resume Ad' : 'Pause Ad'}
          </Button>
          <Button variant="danger" onClick={() => ask('StopAd')}>
            Stop Ad
          </Button>
        </>
      )}
      {canPay && (isOver || status === 'checkout') && (
        <ButtonLink variant="primary" to={`/post/${postId}/boost`}>
          {isOver ? 'Boost Again' : 'Boost for $5'}
        </ButtonLink>
      )}
    </div>
  );
}
