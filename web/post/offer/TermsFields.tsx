import { ChevronDown, Tag } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { findCategory } from '#domain/post/categories.ts';
import { labelOf } from '#domain/post/offerWords.ts';
import { conditions } from '#domain/post/sale.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox, SelectField, TextField } from '../../kit/Field.tsx';
import { useMobile } from '../../kit/useMediaQuery.ts';
import type { Cost, DraftTerms } from '../../writing/face.ts';
import styles from './TermsFields.module.css';

const costs: Readonly<Record<Cost, string>> = { none: 'No price', free: 'Free', amount: 'Price' };

/** Fields of what a post offers: its category, its price and its condition, all of which may be left open. */
export function TermsFields(props: {
  readonly terms: DraftTerms;
  /** Why the typed price is none; shown once its field was left, or it was to be sent. */
  readonly error: string | null;
  /** Counts up when it was to be sent so: the field gets the focus. */
  readonly refusals: number;
  readonly onChange: (terms: DraftTerms) => void;
  readonly onChooseCategory: () => void;
  /** A chip beside the category. */
  readonly suggestion: ReactNode;
}) {
  const { terms, onChange, onChooseCategory } = props;
  // A phone's keyboard leaves room for one field below the words: the one that most posts need.
  const priceFirst = useMobile();
  const [isLeft, setLeft] = useState(false);
  const amount = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (props.refusals === 0) return;
    setLeft(true);
    amount.current?.focus();
  }, [props.refusals]);
  const set = (change: Partial<DraftTerms>) => onChange({ ...terms, ...change });

  // Their keys keep what is typed in them when a device is turned.
  const category = (
    <div key="category" className={styles.category}>
      <Button
        size="small"
        icon={<Tag size={16} aria-hidden />}
        aria-label={`Category: ${findCategory(terms.category)?.label}`}
        onClick={onChooseCategory}
      >
        {findCategory(terms.category)?.label}
        <ChevronDown size={16} aria-hidden />
      </Button>
      {props.suggestion}
    </div>
  );
  const price = (
    <Fragment key="price">
      <fieldset className={styles.costs}>
        <legend>Price</legend>
        {(Object.keys(costs) as Cost[]).map((cost) => (
          <label key={cost}>
            <input type="radio" name="cost" checked={terms.cost === cost} onChange={() => set({ cost })} />
            {costs[cost]}
          </label>
        ))}
      </fieldset>
      {terms.cost === 'amount' && (
        <div className={styles.amount}>
          <TextField
            ref={amount}
            label="Amount in dollars"
            inputMode="decimal"
            autoComplete="off"
            placeholder="45"
            value={terms.amount}
            error={isLeft ? props.error : null}
            onChange={(event) => set({ amount: event.target.value })}
            onBlur={() => setLeft(true)}
          />
          <Checkbox checked={terms.orBestOffer} onChange={(event) => set({ orBestOffer: event.target.checked })}>
            or best offer
          </Checkbox>
        </div>
      )}
    </Fragment>
  );
  return (
    <div className={styles.terms}>
      {priceFirst ? [price, category] : [category, price]}
      <SelectField
        label="Condition"
        value={terms.condition ?? ''}
        onChange={({ target }) => set({ condition: conditions.find((each) => each === target.value) ?? null })}
      >
        <option value="">Not given</option>
        {conditions.map((condition) => (
          <option key={condition} value={condition}>
            {labelOf(condition)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
