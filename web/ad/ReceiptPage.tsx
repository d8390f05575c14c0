import { Receipt } from 'lucide-react';
import { useEffect } from 'react';
import { formatCents } from '#domain/kernel/money.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { type Payment, payments } from '#projections/ad/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { Button, ButtonLink } from '../kit/Button.tsx';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { cx } from '../kit/cx.ts';
import { EmptyState } from '../kit/State.tsx';
import { useSession } from '../session/session.ts';
import { site } from '../session/site.ts';
import { SettingsBody, SettingsHeader } from '../settings/face.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { fullName } from '../user/face.ts';
import styles from './Ads.module.css';
import { instantText } from './instantText.ts';
import { paymentStatus } from './paymentStatus.ts';

/** `/settings/payments/{id}`: the receipt of one payment, which can be printed (Q73). */
export function ReceiptPage({ id }: { readonly id: string }) {
  const userId = useSession((session) => session.userId);
  const topic = useTopic(userId === null ? null : topicName.payments(site.id, userId));
  const payment = useDocument(payments, id);
  const { hasMore, loadingMore, loadMore } = topic;
  // It may be of a later page of the list.
  useEffect(() => {
    if (payment === undefined && hasMore && !loadingMore) loadMore();
  }, [payment, hasMore, loadingMore, loadMore]);
  const isKnown = topic.status === 'live' || topic.status === 'stale' || topic.status === 'refused';
  return (
    <>
      <SettingsHeader title="Receipt" />
      <SettingsBody>
        {payment !== undefined ? (
          <Whole payment={payment} />
        ) : isKnown && !hasMore ? (
          <EmptyState
            icon={<Receipt size={32} />}
            title="There is no such receipt."
            action={
              <ButtonLink variant="primary" to="/settings/payments">
                All payments
              </ButtonLink>
            }
          />
        ) : (
          <TopicWaiting topic={topic} skeleton={<CardSkeletons count={1} label="Loading the receipt" />} />
        )}
      </SettingsBody>
    </>
  );
}

function Whole({ payment }: { readonly payment: Payment }) {
  const { id, title, cents, refunded, paidAt, payment: number } = payment;
  const userId = useSession((session) => session.userId);
  const owner = useDocument(people, userId);
  return (
    <article className={styles.receipt} aria-label="Receipt">
      <h2>{site.name}: receipt of a payment</h2>
      <dl className={styles.facts}>
        <dt>Receipt</dt>
        <dd>{number ?? id}</dd>
        <dt>Date</dt>
        <dd>{instantText(paidAt)}</dd>
        <dt>Paid by</dt>
        <dd>
          <bdi>{fullName(owner)}</bdi>
        </dd>
        <dt>For</dt>
        <dd>
          Boost Post: <bdi>{reveal(title) ?? ''}</bdi>
        </dd>
        <dt>Amount</dt>
        <dd>{formatCents(cents)}</dd>
        {refunded > 0 && (
          <>
            <dt>Given back</dt>
            <dd>{formatCents(refunded)}</dd>
          </>
        )}
        <dt>Status</dt>
        <dd>{paymentStatus(payment)}</dd>
      </dl>
      <div className={cx(styles.screenOnly, styles.acts)}>
        <Button variant="primary" onClick={() => window.print()}>
          Print
        </Button>
        <ButtonLink to="/settings/payments">All payments</ButtonLink>
      </div>
    </article>
  );
}
