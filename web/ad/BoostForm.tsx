import { useState } from 'react';
import { labelsFor, websiteOf } from '#domain/ad/callToAction.ts';
import type { Goal } from '#domain/ad/goal.ts';
import { AD_DEFAULT_DAYS, AD_MAX_DAYS, AD_MIN_DAYS, AD_WEBSITE_MAX_CHARACTERS } from '#domain/ad/limits.ts';
import { budgetOf, ESTIMATED_REACH } from '#domain/ad/spending.ts';
import { formatCents } from '#domain/kernel/money.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { titleOf } from '#domain/post/face.ts';
import type { Post } from '#projections/post/collections.ts';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { SelectField, TextField } from '../kit/Field.tsx';
import { Form } from '../kit/Form.tsx';
import { MessageDialog } from '../kit/MessageDialog.tsx';
import { RadioGroup } from '../kit/RadioGroup.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { refusalOfField, SOMETHING_WENT_WRONG } from '../sync/showRefusal.ts';
import styles from './Ads.module.css';
import { CHECKOUT_FAILED, goToCheckout, isLost } from './checkout.ts';
import { DurationField } from './DurationField.tsx';
import { firstTitle } from './firstTitle.ts';
import { dayPriceText } from './priceText.ts';

const GOALS: Readonly<Record<Goal, string>> = {
  website: 'More website visitors',
  message: 'More messages',
  profile: 'More profile visits',
};

const LENGTHS = { days: 'For some days', untilPaused: 'Until I pause it, $5 daily' } as const;

/** The error of the website field (BOOST-07, Q59). */
function websiteProblem(goal: Goal, website: string): string | null {
  if (goal !== 'website') return null;
  if (website.trim() === '') return 'Website is required.';
  return websiteOf(website) === null ? 'Website URL must have https & www.' : null;
}

/** The title of a post names its ad, until its owner gives it another one. */
function nameOf({ text }: Post): string {
  return firstTitle(titleOf(reveal(text)));
}

/** Goal, button, duration, price and reach of a boost (BOOST-01 to BOOST-07). */
export function BoostForm({ post }: { readonly post: Post }) {
  const [goal, setGoal] = useState<Goal>('website');
  const [website, setWebsite] = useState('');
  const [label, setLabel] = useState(labelsFor('website')[0] ?? '');
  const [days, setDays] = useState(AD_DEFAULT_DAYS);
  const [untilPaused, setUntilPaused] = useState(false);
  const [busy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const form = useFormErrors<'website' | 'label'>();
  const send = useDirectCommand();

  const submit = async () => {
    const found = { website: websiteProblem(goal, website), label: label === '' ? 'Button label is required.' : null };
    if (busy || !form.check(found)) return;
    setBusy(true);
    try {
      await send('StartCheckout', { postId: post.id, title: nameOf(post), goal, website, label, days, untilPaused });
      showAlert('success', 'Ad is being processed');
    } catch (error) {
      if (isLost(error)) setFailed(true);
      else showAlert('danger', refusalOfField(error) ?? SOMETHING_WENT_WRONG);
      return setBusy(false);
    }
    try {
      await goToCheckout(post.id);
    } catch (error) {
      console.error(error);
      setFailed(true);
      setBusy(false);
    }
  };

  const budget = budgetOf(untilPaused ? 1 : days);
  const price = formatCents(budget.amountBudgeted);
  return (
    <Form className={styles.form} onSend={submit}>
      <RadioGroup
        label="Goal"
        options={GOALS}
        value={goal}
        onChange={(next) => {
          setGoal(next);
          setLabel(labelsFor(next)[0] ?? '');
          form.mend('website');
        }}
      />
      {goal === 'website' && (
        <TextField
          ref={form.control('website')}
          label="Website"
          name="website"
          inputMode="url"
          autoComplete="url"
          placeholder="https://www.example.com"
          maxLength={AD_WEBSITE_MAX_CHARACTERS}
          value={website}
          error={form.errors.website ?? null}
          onChange={({ target }) => {
            setWebsite(target.value);
            form.mend('website');
          }}
        />
      )}
      <SelectField
        label="Button label"
        name="label"
        value={label}
        error={form.errors.label ?? null}
        onChange={({ target }) => setLabel(target.value)}
      >
        {labelsFor(goal).map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      <RadioGroup
        label="How long it runs"
        options={LENGTHS}
        value={untilPaused ? 'untilPaused' : 'days'}
        onChange={(next) => setUntilPaused(next === 'untilPaused')}
      />
      {!untilPaused && <DurationField days={days} min={AD_MIN_DAYS} max={AD_MAX_DAYS} onChange={setDays} />}
      <dl className={styles.facts}>
        <dt>Price</dt>
        <dd>
          <output>{untilPaused ? `${price} daily` : price}</output>
          {!untilPaused && <span className={styles.soft}> ({dayPriceText(budget, false)})</span>}
        </dd>
        <dt>Estimated daily reach</dt>
        <dd>{untilPaused ? ESTIMATED_REACH.untilPaused : ESTIMATED_REACH.days}</dd>
      </dl>
      {untilPaused && (
        <p className={styles.soft}>
          You pay the first day now. Your card is kept by the payment provider, and each further day is charged to it as
          it begins, until you pause or stop the ad.
        </p>
      )}
      <Button variant="primary" size="large" type="submit" busy={busy}>
        {busy ? 'Processing...' : `Pay ${price}`}
      </Button>
      {hasFailed && <MessageDialog text={CHECKOUT_FAILED} onClose={() => setFailed(false)} />}
    </Form>
  );
}
