import { Receipt } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { formatCents } from '#domain/kernel/money.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { funds, ownKey, type Payment, payments } from '#projections/ad/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { Button, ButtonLink } from '../kit/Button.tsx';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { useSession } from '../session/session.ts';
import { site } from '../session/site.ts';
import { OwnList, OwnRow, SettingsBody, SettingsHeader, SettingsNote } from '../settings/face.ts';
import { useDocument, useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import styles from './Ads.module.css';
import { paymentStatus } from './paymentStatus.ts';
import { ReceiptPage } from './ReceiptPage.tsx';

const dateOf = (at: string) => new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium' });

/** `/settings/payments` and, of one payment, `/settings/payments/{id}`. */
export default function PaymentsPage() {
  const { id } = useParams();
  return id === undefined ? <AllPayments /> : <ReceiptPage id={id} />;
}

/** The funds, what was paid, and the way to help (SETT-14). */
function AllPayments() {
  const userId = useSession((session) => session.userId);
  const key = userId === null ? null : ownKey(site.id, userId);
  useTopic(userId === null ? null : topicName.funds(site.id, userId));
  const own = useDocument(funds, key);
  return (
    <>
      <SettingsHeader title="Payments" />
      <SettingsBody>
        <section className={styles.funds} aria-label="Available Funds">
          <h2>Available Funds</h2>
          <p className={styles.amount}>{formatCents(own?.available ?? 0)}</p>
          <SettingsNote>
            Paid {formatCents(own?.paid ?? 0)}, spent {formatCents(own?.spent ?? 0)}, given back{' '}
            {formatCents(own?.refunded ?? 0)}. What a running ad spends is posted when it pauses or ends, and once a
            day.
          </SettingsNote>
        </section>
        <h2>Payment Activity</h2>
        <Activity name={userId === null ? null : topicName.payments(site.id, userId)} />
        <SettingsNote>
          Something is not right? <Link to="/settings/help">Customer Support</Link>
        </SettingsNote>
      </SettingsBody>
    </>
  );
}

function Activity({ name }: { readonly name: string | null }) {
  const topic = useTopic(name);
  const made = useDocuments(payments, useWindow(name));
  if (name === null) return <SettingsNote>Log in to see what you have paid.</SettingsNote>;
  if (made.length === 0) {
    if (topic.status === 'live' || topic.status === 'stale') return <SettingsNote>No payments yet.</SettingsNote>;
    return <TopicWaiting topic={topic} skeleton={<CardSkeletons count={2} label="Loading payments" />} />;
  }
  return (
    <>
      <OwnList label="Payment Activity">
        {made.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </OwnList>
      {topic.hasMore && (
        <Button busy={topic.loadingMore} onClick={topic.loadMore}>
          Show more
        </Button>
      )}
    </>
  );
}

/** Date, what it was for, amount, status, receipt and link (Q73). */
function PaymentRow({ payment }: { readonly payment: Payment }) {
  const { ad, title, cents, paidAt, id, payment: receipt } = payment;
  return (
    <OwnRow
      icon={Receipt}
      name={`Boost Post: ${reveal(title) ?? ''}`}
      badge={paymentStatus(payment)}
      facts={`${dateOf(paidAt)}, ${formatCents(cents)}, receipt ${receipt ?? id}`}
    >
      <ButtonLink size="small" to={`/ads/${ad}`}>
        View ad
      </ButtonLink>
      <ButtonLink size="small" to={`/settings/payments/${id}`}>
        Receipt
      </ButtonLink>
    </OwnRow>
  );
}
